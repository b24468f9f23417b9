-- Whose turn it is, in and out. Each statement of a plpgsql function has a snapshot of its own (read committed), which
-- these rely on: first the chat's row is locked, then its queue is looked at; what is locked, or in the queue of a locked
-- chat, stays where it is, so the next statement finds it by its ctid, whatever the planner's statistics say. Locks are taken in one order everywhere:
-- a person's rows, their bucket, outbox_chats, inbox_chats; several chats in the order of their ids.

-- Of chats just claimed whose updates were in hand at more than one death, keeps at most one, and none while another such is
-- in hand anywhere; puts the others back for a moment, and gives them. So of these only the fatal one can die again.
drop function if exists inbox_one_alone(bigint, text[]);
create function inbox_one_alone(a_bot bigint, suspects text[]) returns text[] language plpgsql as $$
declare
    kept text;
    held text[];
begin
    if pg_try_advisory_xact_lock(hashtextextended('inbox alone', a_bot)) and not exists (
        select from inbox_chats c
         where c.bot = a_bot and c.alone and c.lease_token is not null and c.run_after > now()
           and c.chat <> all (suspects)) then
        kept := suspects[1];
        update inbox_chats c set alone = true where c.bot = a_bot and c.chat = kept;
    end if;
    held := array_remove(suspects, kept);
    update inbox_chats c set run_after = now() + interval '0.1 s', lease_token = null
     where c.bot = a_bot and c.chat = any (held);
    return held;
end $$;

-- Takes up to `most` chats that are due and gives each one's oldest live update. One that is being handled as its lease ends
-- was abandoned: that is a death, and no attempt.
drop function if exists inbox_claim(bigint, int, interval, uuid);
create function inbox_claim(a_bot bigint, most int, lease interval, token uuid) returns table (
    chat text, update_id bigint, payload jsonb, attempts int, received_at timestamptz, deaths int
) language plpgsql as $$
#variable_conflict use_column
declare
    chats text[];
    places tid[];
    suspects text[];
    held text[] := '{}';
    found_rows int;
begin
    select array_agg(due.chat), array_agg(due.ctid) into chats, places
      from (select c.chat, c.ctid from inbox_chats c
             where c.bot = a_bot and c.run_after <= now()
             order by c.run_after limit most for update skip locked) due;
    if chats is null then
        return;
    end if;
    update inbox_chats c set run_after = now() + lease, lease_token = token, alone = false where c.ctid = any (places);
    select array_agg(head.ctid),
           array_agg(claimed.chat order by head.deaths) filter (where head.deaths + (head.state = 'doing')::int > 1)
      into places, suspects
      from unnest(chats) as claimed (chat)
     cross join lateral (
           select i.ctid, i.state, i.deaths from inbox i
            where i.bot = a_bot and i.chat = claimed.chat and i.state in ('new', 'doing')
            order by i.update_id limit 1) head;
    if suspects is not null then
        held := inbox_one_alone(a_bot, suspects);
    end if;
    return query
    update inbox i
       set state = 'doing', attempts = i.attempts + (i.state = 'new')::int, deaths = i.deaths + (i.state = 'doing')::int
     where i.ctid = any (places) and i.chat <> all (held)
    returning i.chat, i.update_id, i.payload, i.attempts, i.received_at, i.deaths;
    get diagnostics found_rows = row_count;
    if found_rows < cardinality(chats) - cardinality(held) then  -- rows removed by hand
        delete from inbox_chats c
         where c.bot = a_bot and c.chat = any (chats)
           and not exists (select from inbox i where i.bot = a_bot and i.chat = c.chat and i.state in ('new', 'doing'));
    end if;
end $$;

-- Opens the queue of chats with new updates; whoever writes has not blocked the bot. Part of the transaction that stores them.
drop function if exists inbox_open(bigint, text[], bigint);
create function inbox_open(a_bot bigint, chats text[], cursor_at bigint) returns void language plpgsql as $$
begin
    if cardinality(chats) > 0 then
        update outbox_chats c set blocked_at = null
         where c.bot = a_bot and c.chat = any (chats) and c.blocked_at is not null;
        -- the update changes nothing: it waits for whoever is about to close the queue
        insert into inbox_chats (bot, chat) select a_bot, x from unnest(chats) x order by x
            on conflict (bot, chat) do update set run_after = inbox_chats.run_after;
    end if;
    if cursor_at is not null then
        insert into poll_cursor (bot, next_offset) values (a_bot, cursor_at)
            on conflict (bot) do update set next_offset = excluded.next_offset, updated_at = now();
    end if;
end $$;

-- Ends, of updates just stored in these chats, those with which more than `most` would wait in one, the newest first; gives
-- their ids. One that amends what waits (edited: the channel's id of its message) or is not the first of its album counts
-- for nothing, since inbox_merge will end it. Nothing is locked, so that the person can still be told in the order of
-- locks: of two receivers at the same moment each may let so many through.
drop function if exists inbox_cut(bigint, text[], bigint[], text[], int);
create function inbox_cut(a_bot bigint, chats text[], ids bigint[], edited text[], most int)
returns setof bigint language plpgsql as $$
declare
    full_chats text[];
begin
    select array_agg(c.chat) into full_chats from (select distinct unnest(chats) as chat) c
     where (select count(*) from inbox i where i.bot = a_bot and i.chat = c.chat and i.state in ('new', 'doing')) > most;
    if full_chats is null then
        return;
    end if;
    return query
    with arrived as materialized (
        select i.chat, i.update_id, row_number() over (partition by i.chat order by i.update_id) as number
          from unnest(chats, ids, edited) as u (chat, id, edited)
          join inbox i on i.bot = a_bot and i.update_id = u.id and i.state = 'new'
         where u.chat = any (full_chats)
           and (u.edited is null or not exists (
               select from inbox o
                where o.bot = a_bot and o.chat = i.chat and o.message = u.edited and o.state = 'new'))
           and (i.album is null or not exists (
               select from inbox o
                where o.bot = a_bot and o.chat = i.chat and o.album = i.album and o.update_id < i.update_id))),
    waiting as materialized (
        select c.chat, (
               select count(*) from inbox i
                where i.bot = a_bot and i.chat = c.chat and i.state in ('new', 'doing') and i.update_id <> all (ids)) as others
          from unnest(full_chats) as c (chat))
    update inbox i set state = 'done', error = 'flood', payload = null, finished_at = now()
      from arrived a join waiting w using (chat)
     where i.bot = a_bot and i.update_id = a.update_id and w.others + a.number > most
    returning i.update_id;
end $$;

-- Of updates just stored, whose chats inbox_open has locked: an edit replaces the payload of its message while that waits,
-- and ends; where the edit was answered already, as an emergency, its message ends instead. Of an album the one that was
-- taken up stays, or else the first with words, or the first; the others end.
drop function if exists inbox_merge(bigint, bigint[], text[], text[], bigint[]);
create function inbox_merge(a_bot bigint, edits bigint[], edited text[], amended text[], of_albums bigint[])
returns void language plpgsql as $$
declare
    e record;
    a record;
    kept bigint;
begin
    for e in
        select i.chat, i.update_id, i.state, u.edited, u.amended
          from unnest(edits, edited, amended) as u (id, edited, amended)
          join inbox i on i.bot = a_bot and i.update_id = u.id order by u.id
    loop
        if e.state = 'new' then
            update inbox i set
                   payload = case when e.update_id > coalesce(i.amended_by, 0) then e.amended::jsonb else i.payload end,
                   amended_by = greatest(e.update_id, i.amended_by)
             where i.bot = a_bot and i.chat = e.chat and i.message = e.edited and i.state = 'new';
            continue when not found;
        end if;
        update inbox i set state = 'done', error = 'edited', payload = null, finished_at = now()
         where i.bot = a_bot and i.chat = e.chat and i.state = 'new'
           and (i.update_id = e.update_id or e.state <> 'new' and i.message = e.edited);
    end loop;
    for a in
        select distinct i.chat, i.album from inbox i where i.bot = a_bot and i.update_id = any (of_albums)
    loop
        select i.update_id into kept from inbox i
         where i.bot = a_bot and i.chat = a.chat and i.album = a.album and i.error is distinct from 'album'
         order by i.state = 'new', not i.worded, i.update_id limit 1;
        update inbox i set state = 'done', error = 'album', payload = null, finished_at = now()
         where i.bot = a_bot and i.chat = a.chat and i.album = a.album and i.state = 'new' and i.update_id <> kept;
    end loop;
end $$;

-- Ends an update in `final`: true where the lease was still held, and more is null where nothing more waits in the chat.
drop function if exists inbox_finish(bigint, text, bigint, uuid, text, text);
create function inbox_finish(
    a_bot bigint, a_chat text, an_update bigint, token uuid, final text, why text, out held boolean, out more boolean
) language plpgsql as $$
begin
    perform from inbox_chats c where c.bot = a_bot and c.chat = a_chat and c.lease_token = token for update;
    held := found;
    if not held then
        return;
    end if;
    update inbox i
       set state = final, error = why, finished_at = now(),
           payload = case when final <> 'done' and exists (
               select from mensagens m
                where m.user_id = fonte_user_id() and m.external_id = an_update::text and m.direction = 'in'
                  and m.text is not null) then i.payload end
     where i.bot = a_bot and i.update_id = an_update and i.state = 'doing';
    held := found;
    more := exists (select from inbox i where i.bot = a_bot and i.chat = a_chat and i.state in ('new', 'doing'));
    if more then
        update inbox_chats c set run_after = now(), lease_token = null where c.bot = a_bot and c.chat = a_chat;
    else
        delete from inbox_chats c where c.bot = a_bot and c.chat = a_chat;
    end if;
end $$;

-- Puts updates back: after `pause` seconds where they failed (why), at once and as if never claimed where why is null. What is
-- not `counted` was no failure of theirs: no attempt is used up.
drop function if exists inbox_return(bigint, text[], bigint[], uuid[], double precision, text);
drop function if exists inbox_return(bigint, text[], bigint[], uuid[], double precision, text, boolean);
create function inbox_return(
    a_bot bigint, chats text[], updates bigint[], tokens uuid[], pause double precision, why text,
    counted boolean default true
) returns int language plpgsql as $$
declare
    returned text[];
begin
    perform from inbox_chats c, unnest(chats, tokens) as r (chat, token)
      where c.bot = a_bot and c.chat = r.chat and c.lease_token = r.token order by c.chat for update of c;
    with back as (
        update inbox_chats c set run_after = now() + make_interval(secs => pause), lease_token = null
          from unnest(chats, tokens) as r (chat, token)
         where c.bot = a_bot and c.chat = r.chat and c.lease_token = r.token
        returning c.chat)
    select array_agg(back.chat) into returned from back;
    update inbox i
       set state = 'new', error = coalesce(why, i.error),
           attempts = case when why is null or not counted then i.attempts - 1 else i.attempts end
      from unnest(chats, updates) as r (chat, update_id)
     where r.chat = any (returned) and i.bot = a_bot and i.update_id = r.update_id and i.state = 'doing';
    return coalesce(cardinality(returned), 0);
end $$;

-- Takes one of a person's tokens, of which there are `a_minute` more each minute and `burst` at most: 0, or, where there is
-- none, the seconds until there is one. A transaction of its own, which needs no disk: what a crash forgets is a token.
drop function if exists rate_take(uuid, double precision, int);
create function rate_take(a_user uuid, a_minute double precision, burst int) returns double precision language plpgsql as $$
declare
    filled double precision;
begin
    perform set_config('fonte.user_id', a_user::text, true), set_config('synchronous_commit', 'off', true);
    insert into rate_buckets (user_id, tokens) values (a_user, burst) on conflict do nothing;
    select least(burst, b.tokens + greatest(extract(epoch from clock_timestamp() - b.updated_at), 0) * a_minute / 60)
      into filled from rate_buckets b where b.user_id = a_user for update;
    if filled < 0.999 then
        return (1 - filled) * 60 / a_minute;
    end if;
    update rate_buckets b set tokens = filled - 1, updated_at = clock_timestamp() where b.user_id = a_user;
    return 0;
end $$;

-- Notes that something of a person's is held back. It begins a flood where nothing was for `quiet`. chosen: their language.
drop function if exists rate_hold(uuid, int, interval);
create function rate_hold(a_user uuid, burst int, quiet interval, out begins boolean, out chosen text) language plpgsql as $$
begin
    perform set_config('fonte.user_id', a_user::text, true);
    insert into rate_buckets (user_id, tokens) values (a_user, burst) on conflict do nothing;
    select coalesce(b.flooded_at < now() - quiet, true) into begins
      from rate_buckets b where b.user_id = a_user for update;
    update rate_buckets b set flooded_at = now() where b.user_id = a_user;
    select u.language into chosen from users u where u.id = a_user;
end $$;

-- Writes the parts of replies to one chat, in order. A push to whoever blocked the bot fails at once.
drop function if exists outbox_enqueue(bigint, text, uuid[], int[], text[], text[], text[], text, boolean, boolean);
create function outbox_enqueue(
    a_bot bigint, a_chat text, replies uuid[], parts int[], payloads text[], plains text[], photos text[],
    a_language text, urgent boolean, pushed boolean
) returns void language plpgsql as $$
declare
    blocked boolean := pushed and exists (
        select from outbox_chats c where c.bot = a_bot and c.chat = a_chat and c.blocked_at is not null);
begin
    insert into outbox (bot, chat, reply_id, part, payload, plain, photo, language, priority, push, state, error)
    select a_bot, a_chat, m.id, p.part, p.payload::jsonb, p.plain::jsonb, p.photo, coalesce(m.language, a_language),
           urgent, pushed, case when blocked then 'failed' else 'pending' end, case when blocked then 'Blocked' end
      from unnest(replies, parts, payloads, plains, photos) with ordinality
             as p (reply, part, payload, plain, photo, number)
      left join mensagens m on m.id = p.reply  -- a reply after an erasure is kept nowhere
     order by p.number;
    if not urgent and not blocked then
        insert into outbox_chats as c (bot, chat, run_after) values (a_bot, a_chat, now())
            on conflict (bot, chat) do update set run_after = coalesce(c.run_after, greatest(now(), c.pause_until));
    end if;
end $$;

-- Marks parts as being sent and gives them: emergencies, up to `most`, each reply's parts in order
-- (of one whose mensagens are gone, those of one transaction); then the first part of each of up to `ordinary`
-- chats that are due, as the pace of `rate` a second (null: none) in bursts of `burst` allows. `abandoned`: it was found
-- being sent by somebody whose lease is over, so it may have been.
drop function if exists outbox_claim(bigint, int, int, interval, uuid, double precision, int);
create function outbox_claim(
    a_bot bigint, most int, ordinary int, lease interval, token uuid, rate double precision, burst int
) returns table (
    id bigint, chat text, part int, payload jsonb, plain jsonb, photo text, language text, priority boolean,
    push boolean, repeat boolean, attempts int, created_at timestamptz, abandoned boolean
) language plpgsql as $$
#variable_conflict use_column
declare
    chats text[];
    places tid[];
    begun bigint[];
    urgent int;
    others int := 0;
    bucket timestamptz;
begin
    return query
    with due as materialized (
        select o.id, o.state from outbox o
         where o.bot = a_bot and o.priority and o.state in ('pending', 'sending') and o.run_after <= now()
           and not exists (
               select from outbox e where e.bot = a_bot and e.priority and e.state in ('pending', 'sending')
                  and e.chat = o.chat and e.created_at = o.created_at and e.reply_id is not distinct from o.reply_id
                  and (e.place, e.id) < (o.place, o.id))
         order by o.run_after limit most for update skip locked)
    update outbox o
       set state = 'sending', sending_since = now(), attempts = o.attempts + 1, lease_token = token, run_after = now() + lease
      from due where o.id = due.id
    returning o.id, o.chat, o.part, o.payload, o.plain, o.photo, o.language, o.priority, o.push, o.repeat, o.attempts,
              o.created_at, due.state = 'sending';
    get diagnostics urgent = row_count;
    ordinary := least(ordinary, most - urgent);
    if rate is not null and (urgent > 0 or ordinary > 0)
       and (urgent > 0 or exists (select from outbox_chats c where c.bot = a_bot and c.run_after <= now())) then
        insert into outbox_pace values (a_bot, now()) on conflict do nothing;
        select greatest(p.full_at, now()) into bucket from outbox_pace p where p.bot = a_bot for update;
        ordinary := least(ordinary, floor(burst - extract(epoch from bucket - now()) * rate + 1e-6)::int - urgent);
    end if;
    if ordinary > 0 then
        select array_agg(due.chat), array_agg(due.ctid) into chats, places
          from (select c.chat, c.ctid from outbox_chats c
                 where c.bot = a_bot and c.run_after <= now()
                 order by c.run_after limit ordinary for update skip locked) due;
    end if;
    if chats is not null then
        update outbox_chats c set run_after = now() + lease, lease_token = token where c.ctid = any (places);
        select array_agg(head.ctid), array_agg(head.id) filter (where head.state = 'sending') into places, begun
          from unnest(chats) as claimed (chat)
         cross join lateral (
               select o.ctid, o.id, o.state from outbox o
                where o.bot = a_bot and o.chat = claimed.chat and o.state in ('pending', 'sending') and not o.priority
                order by o.place, o.id limit 1) head;
        return query
        update outbox o
           set state = 'sending', sending_since = now(), attempts = o.attempts + 1, lease_token = token
         where o.ctid = any (places) and o.state in ('pending', 'sending')
        returning o.id, o.chat, o.part, o.payload, o.plain, o.photo, o.language, o.priority, o.push, o.repeat, o.attempts,
                  o.created_at, coalesce(o.id = any (begun), false);
        get diagnostics others = row_count;
        if others < cardinality(chats) then  -- what waited went with the person
            update outbox_chats c set run_after = null, lease_token = null
             where c.bot = a_bot and c.chat = any (chats) and not exists (
                   select from outbox o where o.bot = a_bot and o.chat = c.chat and o.lease_token = token and not o.priority);
        end if;
    end if;
    if bucket is not null and urgent + others > 0 then
        update outbox_pace p set full_at = bucket + make_interval(secs => (urgent + others) / rate) where p.bot = a_bot;
    end if;
end $$;

-- Seconds until something may be claimed, by the queues and by the pace; null with nothing waiting. ordinary: whether other
-- parts than emergencies may be.
drop function if exists outbox_due_in(bigint, double precision, int);
drop function if exists outbox_due_in(bigint, double precision, int, boolean);
create function outbox_due_in(a_bot bigint, rate double precision, burst int, ordinary boolean default true)
returns double precision language sql stable as $$
    select least(
        (select extract(epoch from min(o.run_after) - clock_timestamp()) from outbox o
          where o.bot = a_bot and o.priority and o.state in ('pending', 'sending')
            and not exists (
               select from outbox e where e.bot = a_bot and e.priority and e.state in ('pending', 'sending')
                  and e.chat = o.chat and e.created_at = o.created_at and e.reply_id is not distinct from o.reply_id
                  and (e.place, e.id) < (o.place, o.id))),
        (select greatest(
                extract(epoch from min(c.run_after) - clock_timestamp()),
                (select extract(epoch from p.full_at - clock_timestamp()) - (burst - 1) / rate
                   from outbox_pace p where p.bot = a_bot and rate is not null))
           from outbox_chats c where ordinary and c.bot = a_bot and c.run_after is not null
         having min(c.run_after) is not null))
$$;

-- Somebody blocked the bot: nothing that they didn't ask for is sent any more.
drop function if exists outbox_block(bigint, text[]);
create function outbox_block(a_bot bigint, chats text[]) returns void language plpgsql as $$
begin
    insert into outbox_chats as c (bot, chat, blocked_at) select a_bot, x, now() from unnest(chats) x order by x
        on conflict (bot, chat) do update set blocked_at = coalesce(c.blocked_at, now());
    update outbox o set state = 'failed', error = 'Blocked'
     where o.bot = a_bot and o.chat = any (chats) and o.state = 'pending' and o.push and not o.priority;
end $$;

-- Records how parts ended and gives their chats back. fates: sent, unsent (pending again after `pauses`), paused (the same,
-- and the chat with it), blocked, refused, unknown. What is still unsent after `expiry` has failed. Rows that ended unknown
-- are repeated by those of `again`, after their pause, each in the first one's place in the queue; a repeat, not after
-- `expiry`. A chat rests for `pace` seconds after a part, but for
-- `chat_burst` parts in a row. Rows whose lease was lost are left alone. Gives how many were not.
drop function if exists outbox_settle(
    bigint, bigint[], text[], uuid[], text[], text[], text[], double precision[], jsonb, double precision, int, interval);
create function outbox_settle(
    a_bot bigint, ids bigint[], chats text[], tokens uuid[], fates text[], messages text[], errors text[],
    pauses double precision[], again jsonb, pace double precision, chat_burst int, expiry interval
) returns int language plpgsql as $$
declare
    settled bigint[];
begin
    if 'paused' = any (fates) then  -- an emergency's chat may have no row; the update changes nothing, and locks in order
        insert into outbox_chats as c (bot, chat) select distinct a_bot, x from unnest(chats) x order by x
            on conflict (bot, chat) do update set pause_until = c.pause_until;
    else
        perform from outbox_chats c where c.bot = a_bot and c.chat = any (chats) order by c.chat for update;
    end if;
    with done as (
        update outbox o set
               state = case
                   when r.fate in ('sent', 'unknown') then r.fate
                   when r.fate in ('unsent', 'paused') and o.created_at > now() - expiry then 'pending'
                   else 'failed' end,
               message_id = r.message, error = r.error, lease_token = null,
               sent_at = case when r.fate = 'sent' then now() end,
               run_after = now() + make_interval(secs => r.pause)
          from unnest(ids, tokens, fates, messages, errors, pauses) as r (id, token, fate, message, error, pause)
         where o.id = r.id and o.lease_token = r.token and o.state = 'sending'
        returning o.id)
    select array_agg(done.id) into settled from done;
    insert into outbox (
           bot, chat, reply_id, part, payload, plain, photo, language, priority, repeats, attempts, run_after, created_at)
    select o.bot, o.chat, o.reply_id, o.part, r.row -> 'payload', r.row -> 'plain', r.row ->> 'photo', o.language, o.priority,
           o.place, o.attempts, o.run_after, o.created_at
      from jsonb_array_elements(again) with ordinality as r (row, number)
      join outbox o on o.id = (r.row ->> 'id')::bigint and o.id = any (settled) and o.state = 'unknown'
     where not o.repeat or o.created_at > now() - expiry
     order by r.number;
    if 'blocked' = any (fates) then
        perform outbox_block(a_bot, (
            select array_agg(distinct r.chat) from unnest(chats, fates) as r (chat, fate) where r.fate = 'blocked'));
    end if;
    with r as (
        select r.chat, max(r.pause) filter (where r.fate = 'paused') as paused,
               -- an emergency is outside the queue: it gives no chat back, and delays none but by a 429
               array_agg(r.token) filter (where o.priority is not true) as tokens,
               coalesce(max(r.pause) filter (where r.fate in ('unsent', 'unknown') and o.priority is not true), 0) as pause,
               count(*) filter (where r.fate in ('sent', 'unknown')) as spent
          from unnest(ids, chats, tokens, fates, pauses) as r (id, chat, token, fate, pause)
          left join outbox o on o.id = r.id
         group by r.chat),
    next as materialized (
        select r.chat, r.pause, coalesce(c.lease_token = any (r.tokens), false) as given_back,
               greatest(c.pause_until, now() + make_interval(secs => r.paused), case when pace > 0 and r.spent > 0 then
                   greatest(c.pause_until, now() - make_interval(secs => pace * (chat_burst - 1)))
                   + make_interval(secs => pace * r.spent) end) as pause_until
          from r join outbox_chats c on c.bot = a_bot and c.chat = r.chat)
    update outbox_chats c set
           pause_until = next.pause_until,
           lease_token = case when not next.given_back then c.lease_token end,
           run_after = case
               when not next.given_back and (c.lease_token is not null or c.run_after is null) then c.run_after
               when not next.given_back then greatest(c.run_after, next.pause_until)
               when exists (select from outbox o where o.bot = a_bot and o.chat = c.chat
                               and o.state in ('pending', 'sending') and not o.priority)
               then greatest(next.pause_until, now() + make_interval(secs => next.pause)) end
      from next
     where c.bot = a_bot and c.chat = next.chat;
    return coalesce(cardinality(settled), 0);
end $$;

-- A person who leaves takes along what of theirs could not be handled, and that they blocked the bot.
create or replace function forget_updates() returns trigger language plpgsql as $$
begin
    update outbox_chats c set blocked_at = null
     where old.channel = 'telegram' and c.chat = old.external_id and c.blocked_at is not null;
    update inbox i set payload = null
     where old.channel = 'telegram' and i.chat = old.external_id and i.state in ('dead', 'quarantined');
    return null;
end $$;
create or replace trigger users_forget_updates after delete on users for each row execute function forget_updates();
