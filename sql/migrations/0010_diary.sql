-- The diary. An act is what one message or press did; entries are added and removed by acts and never changed, so that to
-- undo an act is to mark it: an entry stands while the act that added it does and none that removed it does.
alter table users
    add column timezone   text,                       -- their own choice; null: the service's
    add column day_start  time not null default '00:00';

create table diary_acts (
    id         uuid primary key,
    user_id    uuid not null references users (id) on delete cascade,
    seq        bigint generated always as identity,
    kind       text not null check (kind in ('log', 'amend', 'remove', 'repeat')),
    message    text,                                  -- the channel's id of the message that it came from
    reply_id   uuid references mensagens (id) on delete set null deferrable initially deferred,  -- shows its entries
    at         timestamptz not null,
    undone_at  timestamptz
);
create index diary_acts_of_user on diary_acts (user_id, seq desc);
create index diary_acts_of_message on diary_acts (user_id, message) where message is not null;
create index diary_acts_of_reply on diary_acts (reply_id) where reply_id is not null;

create table diary_entries (
    id          uuid primary key,
    user_id     uuid not null references users (id) on delete cascade,
    added_by    uuid not null references diary_acts (id) on delete cascade,
    removed_by  uuid references diary_acts (id) on delete set null,
    position    integer not null,                     -- within the act, from 1
    food_id     bigint not null references foods (id) on delete cascade,
    grams       numeric(9, 3) not null check (grams > 0 and grams <= 20000),
    said        text not null,                        -- the words it came from
    portion     jsonb not null,                       -- how the amount became grams
    eaten_at    timestamptz not null,
    day         date not null,                        -- the person's, when it was stored
    meal        text not null check (meal in (
                    'breakfast', 'morning_snack', 'lunch', 'afternoon_snack', 'dinner', 'supper'))
);
create index diary_entries_by_day on diary_entries (user_id, day);
create index diary_entries_added on diary_entries (added_by);
create index diary_entries_of_food on diary_entries (food_id);
create index diary_entries_removed on diary_entries (removed_by) where removed_by is not null;

-- What waits for an answer: one a person. `kind` and `payload` are the conversation's (bot.diary.drafts).
create table diary_drafts (
    user_id     uuid primary key references users (id) on delete cascade,
    id          uuid not null,
    kind        text not null,
    payload     jsonb not null,
    message     text,                                 -- the channel's id of the message that it came from
    expires_at  timestamptz not null
);
create index diary_drafts_expiry on diary_drafts (expires_at);

create table diary_targets (
    user_id   uuid not null references users (id) on delete cascade,
    nutrient  text not null,
    weekday   smallint check (weekday between 0 and 6),  -- 0 is Monday; null: every day that has none of its own
    minimum   numeric(10, 3) check (minimum >= 0),
    maximum   numeric(10, 3) check (maximum >= minimum),
    check (minimum is not null or maximum is not null),
    unique nulls not distinct (user_id, nutrient, weekday)
);

alter table diary_acts enable row level security;
alter table diary_acts force row level security;
alter table diary_entries enable row level security;
alter table diary_entries force row level security;
alter table diary_drafts enable row level security;
alter table diary_drafts force row level security;
alter table diary_targets enable row level security;
alter table diary_targets force row level security;

create policy diary_acts_own on diary_acts using (user_id = fonte_user_id());
create policy diary_entries_own on diary_entries using (user_id = fonte_user_id());
create policy diary_drafts_own on diary_drafts using (user_id = fonte_user_id());
-- The janitor acts for nobody: it sees what is over, and nothing else.
create policy diary_drafts_over on diary_drafts for select
    using (fonte_user_id() is null and expires_at < now() - interval '1 day');
create policy diary_drafts_clear on diary_drafts for delete
    using (fonte_user_id() is null and expires_at < now() - interval '1 day');
create policy diary_targets_own on diary_targets using (user_id = fonte_user_id());

-- The entries that stand. Look-ups rather than joins: a planner that takes one entry for a person's all would read their
-- acts anew for each.
create view diary with (security_invoker = true) as
select e.id, e.user_id, e.added_by, e.position, e.food_id, e.grams, e.said, e.portion, e.eaten_at, e.day, e.meal
  from diary_entries e
 where (select a.undone_at is null from diary_acts a where a.id = e.added_by)
   and (e.removed_by is null
        or not exists (select from diary_acts r where r.id = e.removed_by and r.undone_at is null));
