-- Removes what is over of up to `most` people whose turn it is, each in their own name, and closes cases that nobody has
-- said a word of for `abandon`. A null period keeps for ever. Who is being talked to is left for the next time; who has more
-- than a batch of anything stays due (`unfinished`). `people`: how many were gone through.
drop function if exists sweep_people(int, interval, interval, interval, interval);
create function sweep_people(
    most int, keep_messages interval, keep_diary interval, keep_cases interval, abandon interval,
    out people int, out unfinished boolean, out messages int, out entries int, out closed int, out abandoned int
) language plpgsql as $$
declare
    a_batch constant int := 500;
    due constant uuid[] := array(
        select u.id from users u where u.swept_at < now() - interval '20 hours' order by u.swept_at limit most);
    person uuid;
    cleared int;
    full_batch boolean;
begin
    people := 0; unfinished := false; messages := 0; entries := 0; closed := 0; abandoned := 0;
    foreach person in array due loop
        perform set_config('fonte.user_id', person::text, true);
        perform from users u where u.id = person for no key update skip locked;
        continue when not found;
        people := people + 1;

        delete from mensagens where id in (
            select m.id from mensagens m
             where m.user_id = person and m.created_at < now() - keep_messages order by m.seq limit a_batch);
        get diagnostics cleared = row_count;
        messages := messages + cleared;
        full_batch := cleared = a_batch;
        delete from working_memory w where w.user_id = person and w.updated_at < now() - keep_messages;

        delete from diary_entries where id in (
            select e.id from diary_entries e
             where e.user_id = person and e.eaten_at < now() - keep_diary limit a_batch);
        get diagnostics cleared = row_count;
        entries := entries + cleared;
        full_batch := full_batch or cleared = a_batch;
        -- an act that an entry still names stays: without the one that removed it an entry would stand again
        delete from diary_acts a
         where a.user_id = person and a.at < now() - keep_diary
           and not exists (select from diary_entries e where e.added_by = a.id)
           and not exists (select from diary_entries e where e.removed_by = a.id);
        delete from foods f
         where f.user_id = person and f.retired_at < now() - keep_diary
           and not exists (select from diary_entries e where e.food_id = f.id);

        update cases c set status = 'ABANDONADO', closed_at = now(), asking = null, revision = c.revision + 1
         where c.user_id = person and c.closed_at is null and c.updated_at < now() - abandon;
        get diagnostics cleared = row_count;
        abandoned := abandoned + cleared;
        delete from cases c where c.user_id = person and c.closed_at < now() - keep_cases;
        get diagnostics cleared = row_count;
        closed := closed + cleared;

        unfinished := unfinished or full_batch;
        if not full_batch then
            update users u set swept_at = now() where u.id = person;
        end if;
    end loop;
    perform set_config('fonte.user_id', '', true);
end $$;

-- A person who leaves takes along their bucket at once, in the order of locks (delivery.sql)…
create or replace function forget_bucket() returns trigger language plpgsql as $$
begin
    delete from rate_buckets b where b.user_id = old.id;
    return null;
end $$;
create or replace trigger users_forget_bucket after delete on users for each row execute function forget_bucket();

-- … and their chat as the transaction ends, when the update that asked for it is done and the answer to it is in the outbox:
-- what waits in the inbox is ended unread, no tombstone or failed update tells whose it was, and of the outbox only that
-- answer is left, until it has been sent.
create or replace function forget_chat() returns trigger language plpgsql as $$
begin
    if old.channel <> 'telegram' then
        return null;
    end if;
    delete from outbox o
     where o.chat = old.external_id
       and (o.state in ('sent', 'unknown', 'failed') or o.state = 'pending' and o.created_at < now());
    update outbox o set last_word = true where o.chat = old.external_id;
    update inbox i
       set state = case when i.state = 'new' then 'done' else i.state end,
           error = case when i.state = 'new' then 'erased' else i.error end,
           finished_at = coalesce(i.finished_at, now()), payload = null, chat = null, message = null, album = null
     where i.chat = old.external_id and i.state <> 'doing';
    if old.external_id ~ '^\d{5,}$' then
        update inbox i set payload = null
         where i.state = 'quarantined' and i.payload is not null
           and i.payload::text ~ ('(^|\D)' || old.external_id || '(\D|$)');
    end if;
    delete from outbox_chats c where c.chat = old.external_id and c.run_after is null and c.lease_token is null;
    delete from inbox_chats c
     where c.chat = old.external_id
       and not exists (
           select from inbox i where i.bot = c.bot and i.chat = c.chat and i.state in ('new', 'doing'));
    return null;
end $$;
drop trigger if exists users_forget_chat on users;
create constraint trigger users_forget_chat after delete on users deferrable initially deferred
    for each row execute function forget_chat();
