-- What operators are told of in Telegram (sql/functions/notices.sql). A notice names nobody: it holds the rule of an emergency
-- or the class of the error with which an update was given up, and is taken across people, so it is under no row-level security.
create table operator_notices (
    id          bigint generated always as identity primary key,
    kind        text not null check (kind in ('urgent', 'dead')),
    detail      jsonb not null default '{}',  -- {"rule"} or {"error"}: names of ours, never a text
    message_id  uuid references mensagens (id) on delete set null, -- the answer to an emergency; null once it is gone
    at          timestamptz not null default now()
);
create index operator_notices_message on operator_notices (message_id);

create index cases_closed on cases (closed_at) where closed_at is not null;
