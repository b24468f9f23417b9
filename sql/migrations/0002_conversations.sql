-- People and what was said. Every table here is under row-level security, forced, so that it binds the owner too:
-- a transaction sees the rows of the user it has named with set_config('fonte.user_id', …, true), and no others.
create table users (
    id           uuid primary key,
    channel      text not null,
    external_id  text not null,
    language     text,                     -- their own choice
    subject_seq  bigint not null default 0, -- messages up to this one are a closed subject
    created_at   timestamptz not null default now(),
    unique (channel, external_id)
);

create table consents (
    user_id       uuid not null references users (id) on delete cascade,
    version       text not null,
    granted_at    timestamptz not null,
    withdrawn_at  timestamptz,
    primary key (user_id, version, granted_at)
);

create table prompts (
    hash        text primary key,          -- SHA-256 of text in hex
    name        text not null,
    text        text not null,
    created_at  timestamptz not null default now()
);

create table mensagens (
    id               uuid primary key,
    seq              bigint generated always as identity,
    user_id          uuid not null references users (id) on delete cascade,
    direction        text not null check (direction in ('in', 'out')),
    kind             text not null,
    in_reply_to      uuid references mensagens (id) on delete cascade,
    external_id      text,                                    -- the channel's own id of the message
    text             text,                                    -- null without consent
    language         text not null,
    especialidade    varchar(50),
    status           text check (status in ('PENDENTE', 'FINALIZADO', 'NAO_ELEGIVEL', 'URGENCIA')),
    fontes_rag       jsonb not null default '[]' check (jsonb_typeof(fontes_rag) = 'array'),
    evidence         jsonb not null default '[]',             -- of another kind: FAQ entries, an emergency rule
    routing          jsonb,                                   -- specialty, reason, detail, confidence
    query_text       text,                                    -- what was embedded
    query_embedding  vector(768),
    embedding_model  text,
    chat_model       text,
    prompt_hash      text references prompts (hash),
    tokens_in        integer,
    tokens_out       integer,
    latency_ms       real,
    verdict          jsonb,                                   -- of grounding
    degraded         text[] not null default '{}',            -- what was not at its best, and why
    created_at       timestamptz not null
);
create index mensagens_by_user on mensagens (user_id, seq desc);

alter table users enable row level security;
alter table users force row level security;
alter table consents enable row level security;
alter table consents force row level security;
alter table mensagens enable row level security;
alter table mensagens force row level security;

create function fonte_user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('fonte.user_id', true), '')::uuid $$;

create policy users_own on users using (id = fonte_user_id());
create policy consents_own on consents using (user_id = fonte_user_id());
create policy mensagens_own on mensagens using (user_id = fonte_user_id());
