-- Delivery: what came in, what is to go out, and whose turn it is. docs/delivery.md lists the states.
-- inbox and outbox belong to no person's transaction, so they are under no row-level security; what holds a person's
-- words goes as soon as it has served (inbox.payload at the end, outbox.payload after a day), or with the person.

create table inbox (
    bot          bigint not null,
    update_id    bigint not null,          -- Telegram's; negative where a body had none (made from its hash)
    chat         text,
    payload      jsonb,                    -- the raw update; null once done: the tombstone of a redelivery
    state        text not null check (state in ('new', 'doing', 'done', 'dead', 'quarantined')),
    attempts     integer not null default 0,
    error        text,                     -- a class's name or a reason of ours, never a text
    received_at  timestamptz not null default now(),
    finished_at  timestamptz,
    primary key (bot, update_id),
    check (chat is not null or state not in ('new', 'doing'))
);
create index inbox_live on inbox (bot, chat, update_id) where state in ('new', 'doing');
create index inbox_failed on inbox (bot, chat) where state in ('dead', 'quarantined');
create index inbox_received on inbox using brin (received_at);

-- A row exists exactly while the chat has live updates. One update of a chat at a time: whoever claims the chat moves
-- run_after to the end of the lease and puts in a token, without which nothing can be finished.
create table inbox_chats (
    bot          bigint not null,
    chat         text not null,
    run_after    timestamptz not null default now(), -- may be claimed then: at once, after a retry's pause, or when the lease ends
    lease_token  uuid,
    primary key (bot, chat)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
create index inbox_chats_due on inbox_chats (bot, run_after);

create table poll_cursor (
    bot          bigint primary key,
    next_offset  bigint not null,
    updated_at   timestamptz not null default now()
);

create table outbox (
    id             bigint generated always as identity primary key,
    bot            bigint not null,
    chat           text not null,
    reply_id       uuid references mensagens (id) on delete cascade, -- a person who leaves takes what is still to be sent
    part           integer not null default 1,
    payload        jsonb,
    plain          jsonb,                  -- the same without markup
    photo          text,
    language       text not null,
    state          text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'unknown', 'failed')),
    priority       boolean not null default false, -- an emergency: outside the chat's queue
    push           boolean not null default false, -- nobody asked: never repeated, and none to whoever blocked the bot
    repeats        bigint,                 -- the row of unknown end that this one repeats, in its place in the queue
    repeat         boolean generated always as (repeats is not null) stored,
    place          bigint generated always as (coalesce(repeats, id)) stored,
    attempts       integer not null default 0,
    run_after      timestamptz not null default now(), -- of a priority row; the others wait with their chat
    lease_token    uuid,
    sending_since  timestamptz,
    message_id     text,                   -- the channel's
    error          text,
    created_at     timestamptz not null default now(),
    sent_at        timestamptz
) with (fillfactor = 80);
create index outbox_queue on outbox (bot, chat, place, id) where state in ('pending', 'sending') and not priority;
create index outbox_priority on outbox (bot, run_after) where state in ('pending', 'sending') and priority;
create index outbox_reply on outbox (reply_id) where reply_id is not null;
create index outbox_unsent on outbox (bot, state) where state in ('unknown', 'failed');
create index outbox_created on outbox using brin (created_at);

create table outbox_chats (
    bot          bigint not null,
    chat         text not null,
    run_after    timestamptz,              -- null: nothing waits; else as in inbox_chats
    lease_token  uuid,
    pause_until  timestamptz,              -- nothing but an emergency before: a 429's pause, or the chat's own pace
    blocked_at   timestamptz,              -- 403; ends when the person writes again
    primary key (bot, chat)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
create index outbox_chats_due on outbox_chats (bot, run_after) where run_after is not null;

-- The pace of all processes together: the moment at which the bucket is full again.
create table outbox_pace (
    bot      bigint primary key,
    full_at  timestamptz not null
) with (fillfactor = 10);

create table group_notices (
    bot        bigint not null,
    chat       text not null,
    noticed_at timestamptz not null default now(),
    primary key (bot, chat)
);

create table button_tokens (
    token       text primary key check (length(token) <= 16),
    user_id     uuid not null references users (id) on delete cascade,
    reply_id    uuid references mensagens (id) on delete cascade,
    data        text not null,
    created_at  timestamptz not null default now(),
    expires_at  timestamptz not null default now() + interval '90 days',
    used_at     timestamptz
);
create index button_tokens_of_user on button_tokens (user_id);
create index button_tokens_of_reply on button_tokens (reply_id);
create index button_tokens_expiry on button_tokens (expires_at);

create table rate_buckets (
    user_id     uuid primary key,          -- of somebody who may not be in users yet
    tokens      real not null,
    updated_at  timestamptz not null default now(),
    noticed_at  timestamptz
);

create table model_usage (
    day     date primary key,
    calls   integer not null default 0,
    tokens  bigint not null default 0
);

alter table button_tokens enable row level security;
alter table button_tokens force row level security;
alter table rate_buckets enable row level security;
alter table rate_buckets force row level security;

create policy button_tokens_own on button_tokens using (user_id = fonte_user_id());
create policy rate_buckets_own on rate_buckets using (user_id = fonte_user_id());
-- The janitor acts for nobody: it sees what is over, and nothing else.
create policy button_tokens_over on button_tokens for select using (expires_at < now());
create policy button_tokens_clear on button_tokens for delete using (expires_at < now());
create policy rate_buckets_over on rate_buckets for select using (updated_at < now() - interval '1 day');
create policy rate_buckets_clear on rate_buckets for delete using (updated_at < now() - interval '1 day');
