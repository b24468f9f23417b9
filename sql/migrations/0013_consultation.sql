-- Consultations: one open case a person and specialty, its facts as they were told, and the referral it may end in.
create table cases (
    id             uuid primary key,
    user_id        uuid not null references users (id) on delete cascade,
    especialidade  varchar(50) not null,
    slug           text not null,                            -- the condition
    document_id    bigint not null references documentos_rag (id),  -- the version of the note that it is decided by
    status         text not null default 'PENDENTE' check (status in
                   ('PENDENTE', 'FINALIZADO', 'NAO_ELEGIVEL', 'URGENCIA', 'CANCELADO', 'ABANDONADO')),
    revision       integer not null default 1,               -- counts what was written: who thought on an older one thinks again
    asking         jsonb,                                    -- the question that waits for its answer
    sources        jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),  -- what was retrieved when it was opened
    decision       jsonb,                                    -- each criterion, how it stands, and the facts it rests on
    opened_at      timestamptz not null,
    updated_at     timestamptz not null,
    closed_at      timestamptz,
    check ((status = 'PENDENTE') = (closed_at is null))
);
create unique index cases_one_open on cases (user_id, especialidade) where closed_at is null;
create index cases_by_user on cases (user_id, opened_at desc);
create index cases_waiting on cases (updated_at) where closed_at is null;

-- Never changed: the latest of a key holds, so that one can read how a record came about.
create table case_facts (
    case_id     uuid not null references cases (id) on delete cascade,
    seq         bigint generated always as identity,
    user_id     uuid not null references users (id) on delete cascade,
    key         text not null,
    value       jsonb,                                       -- typed by the protocol's field; null: not known to the patient
    how         text not null check (how in ('answered', 'pressed', 'heard', 'confirmed')),
    quote       text not null default '',                    -- the patient's own words
    message_id  uuid references mensagens (id) on delete set null deferrable initially deferred,
    said_at     timestamptz not null,
    primary key (case_id, seq)
);
create index case_facts_by_user on case_facts (user_id);
create index case_facts_by_message on case_facts (message_id);

create table encaminhamentos (
    id             uuid primary key,
    case_id        uuid not null unique references cases (id) on delete cascade,
    user_id        uuid not null references users (id) on delete cascade,
    especialidade  varchar(50) not null,
    summary        jsonb not null,
    text           text not null,                            -- as it was shown to the patient
    status         text not null default 'AGUARDANDO' check (status in ('AGUARDANDO', 'ACEITO', 'RECUSADO')),
    created_at     timestamptz not null
);
create index encaminhamentos_by_user on encaminhamentos (user_id);

alter table cases enable row level security;
alter table cases force row level security;
alter table case_facts enable row level security;
alter table case_facts force row level security;
alter table encaminhamentos enable row level security;
alter table encaminhamentos force row level security;
create policy cases_own on cases using (user_id = fonte_user_id());
create policy case_facts_own on case_facts using (user_id = fonte_user_id());
create policy encaminhamentos_own on encaminhamentos using (user_id = fonte_user_id());
