-- A person's working memory: one text of a fixed form (bot.memory.template), written by their own request.
create table working_memory (
    user_id     uuid primary key references users (id) on delete cascade,
    text        text not null check (length(text) <= 8000),
    language    text not null,                          -- of its headings
    updated_at  timestamptz not null default now()
);
alter table working_memory enable row level security;
alter table working_memory force row level security;
create policy working_memory_own on working_memory using (user_id = fonte_user_id());

-- When a person's rows were last gone through for what is over (sql/functions/retention.sql). The janitor acts for nobody:
-- it sees who is due, and does the rest in their name.
alter table users add column swept_at timestamptz not null default now();
create index users_by_sweep on users (swept_at);
create policy users_due on users for select
    using (fonte_user_id() is null and swept_at < now() - interval '20 hours');

-- The answer to an erasure: it goes as soon as it has been sent.
alter table outbox add column last_word boolean not null default false;
create index outbox_last_words on outbox (id) where last_word;
