-- The operators' console. Its transactions name an operator as a person's name a person; one that logs somebody in stands
-- at the door, where it sees what that needs and nothing else. A person's transactions see none of the tables here but
-- their own rows of reply_facets.
create function fonte_operator() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('fonte.operator', true), '')::uuid $$;

create function fonte_at_door() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('fonte.door', true) = 'open', false) $$;

create table operators (
    id             uuid primary key default gen_random_uuid(),
    name           text not null check (name <> ''),
    role           text not null check (role in ('reader', 'reviewer', 'admin')),
    language       text not null,
    password_hash  text not null,          -- Argon2id, in its own notation
    disabled_at    timestamptz,
    created_at     timestamptz not null default now()
);
create unique index operators_name on operators (lower(name));

create table operator_sessions (
    token_hash   bytea primary key,        -- SHA-256; the token is the cookie's alone
    operator_id  uuid not null references operators (id) on delete cascade,
    created_at   timestamptz not null,
    used_at      timestamptz not null,
    address      text not null
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Tries that failed, or have not ended yet: who gets in takes theirs away.
create table login_attempts (
    id       bigint generated always as identity primary key,
    name     text not null,                -- SHA-256, in hex, of what was typed: it may be a password
    address  text not null,
    at       timestamptz not null
);
create index login_attempts_address on login_attempts (address, at);

create table saved_filters (
    id           bigint generated always as identity primary key,
    operator_id  uuid not null references operators (id) on delete cascade,
    name         text not null check (name <> ''),
    query        text not null,
    unique (operator_id, name)
);

create table reviews (
    id           uuid primary key default gen_random_uuid(),
    seq          bigint generated always as identity,
    reply_id     uuid references mensagens (id) on delete cascade,
    case_id      uuid references cases (id) on delete cascade,
    operator_id  uuid not null references operators (id),
    judgement    text not null check (judgement in ('agree', 'override')),
    labels       text[] not null default '{}'
                 check (labels <@ array['good', 'wrong_source', 'wrong_decision', 'unsafe', 'tone']),
    reason       text not null default '',
    at           timestamptz not null default now(),
    check (num_nonnulls(reply_id, case_id) = 1)
);
create index reviews_by_reply on reviews (reply_id, operator_id, seq) where reply_id is not null;
create index reviews_by_case on reviews (case_id, operator_id, seq) where case_id is not null;

-- What operators did and saw, by ids and never in a patient's words, each line chained to the one before by its hash
-- (audit_line in sql/functions/review.sql). Nothing is ever changed or taken away.
create table audit_log (
    seq          bigint primary key check (seq > 0),       -- without gaps
    at           timestamptz not null,
    operator_id  uuid,                                     -- null: nobody who was let in
    operator     text not null,                            -- the name at that moment
    address      text not null,
    action       text not null check (action <> ''),
    subject      text not null,
    detail       jsonb not null default '{}',
    previous     text not null,
    hash         text not null
);

create function audit_log_stays() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log is never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function audit_log_stays();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function audit_log_stays();
revoke update, delete, truncate on audit_log from current_user;

-- What the queue filters replies by: one narrow row a reply, made by a trigger (sql/functions/review.sql).
create table reply_facets (
    reply_id       uuid primary key references mensagens (id) on delete cascade,
    user_id        uuid not null,
    place          bigint not null,                        -- mensagens.seq
    at             timestamptz not null,
    especialidade  varchar(50),
    status         text,
    verdict        text not null check (verdict in ('ok', 'violated', 'rejected', 'none')),
    lowest         double precision,                       -- similarity among fontes_rag
    degraded       boolean not null,
    emergency      boolean not null
);
create index reply_facets_newest on reply_facets (at desc, place desc);

-- The words of a reply and of what it answers, folded. Apart from the facets: these are small enough to be read through.
create table reply_words (
    reply_id  uuid primary key references reply_facets (reply_id) on delete cascade,
    user_id   uuid not null,
    place     bigint not null,
    at        timestamptz not null,
    words     tsvector not null
);
create index reply_words_newest on reply_words (at desc, place desc);

alter table cases add column place bigint generated always as identity;
create index cases_newest on cases (opened_at desc, place desc);

-- The select around the function has it called once a query instead of once a row.
do $$
declare
    name text;
begin
    foreach name in array array['operators', 'operator_sessions', 'login_attempts', 'saved_filters', 'reviews',
                                'audit_log', 'reply_facets', 'reply_words'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
    end loop;
    foreach name in array array['operators', 'operator_sessions', 'login_attempts'] loop
        execute format('create policy %I on %I using ((select fonte_operator()) is not null or fonte_at_door())', name || '_door', name);
    end loop;
    foreach name in array array['saved_filters', 'reviews'] loop
        execute format('create policy %I on %I using ((select fonte_operator()) is not null)', name || '_reviewed', name);
    end loop;
    foreach name in array array['reply_facets', 'reply_words'] loop
        execute format('create policy %I on %I using (user_id = fonte_user_id())', name || '_own', name);
        execute format('create policy %I on %I using ((select fonte_operator()) is not null)', name || '_reviewed', name);
    end loop;
    foreach name in array array['users', 'mensagens', 'cases', 'case_facts', 'encaminhamentos'] loop
        execute format('create policy %I on %I for select using ((select fonte_operator()) is not null)', name || '_reviewed', name);
    end loop;
end $$;
create policy audit_log_read on audit_log for select using ((select fonte_operator()) is not null or fonte_at_door());
create policy audit_log_added on audit_log for insert with check ((select fonte_operator()) is not null or fonte_at_door());
