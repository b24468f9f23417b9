-- What operators are told of, and how much there is to look at.

-- A name of ours, or null: whatever else came here by mistake goes no further.
drop function if exists notice_name(text);
create function notice_name(name text) returns text language sql immutable parallel safe as $$
    select substring(name from '^[A-Za-z0-9_.-]{1,64}$')
$$;

-- An emergency and its notice are one transaction: what is written once is told once. Where a consultation ended in one there
-- is no rule.
create or replace function notice_urgent() returns trigger language plpgsql as $$
begin
    insert into operator_notices (kind, detail, message_id)
    values ('urgent', jsonb_strip_nulls(jsonb_build_object('rule', notice_name(
            jsonb_path_query_first(new.evidence, '$[*] ? (@.kind == "red_flag").rule') #>> '{}'))), new.id);
    return null;
end $$;
create or replace trigger mensagens_notice after insert on mensagens
    for each row when (new.direction = 'out' and new.status = 'URGENCIA') execute function notice_urgent();

create or replace function notice_dead() returns trigger language plpgsql as $$
begin
    insert into operator_notices (kind, detail)
    values ('dead', jsonb_strip_nulls(jsonb_build_object('error', notice_name(new.error))));
    return null;
end $$;
create or replace trigger inbox_notice after update of state on inbox
    for each row when (new.state = 'dead' and old.state <> 'dead') execute function notice_dead();

-- How many replies and emergencies there were from `since` to before `until`, and consultations opened and closed (by how they
-- ended); replies since `unreviewed_since` that nobody has reviewed; and dead letters and sends of unknown end as they stand.
-- It looks as the console's gauges do, as an operator without a name, for as long as it counts: numbers are all that it can
-- give. Counters kept by triggers would need no such look, but every reply of everybody would wait for the row of the day.
drop function if exists review_counts(timestamptz, timestamptz, timestamptz);
create function review_counts(
    since timestamptz, until timestamptz, unreviewed_since timestamptz,
    out replies int, out emergencies int, out opened int, out closed jsonb, out unreviewed int, out dead int, out unknown int
) language plpgsql volatile as $$
declare
    as_before constant text := coalesce(current_setting('fonte.operator', true), '');
begin
    perform set_config('fonte.operator', '00000000-0000-0000-0000-000000000000', true);
    select count(*), count(*) filter (where f.emergency) into replies, emergencies
      from reply_facets f where f.at >= since and f.at < until;
    select count(*) into opened from cases c where c.opened_at >= since and c.opened_at < until;
    select coalesce(jsonb_object_agg(e.status, e.number), '{}') into closed
      from (select c.status, count(*) as number from cases c
             where c.closed_at >= since and c.closed_at < until group by c.status) as e;
    select count(*) into unreviewed from reply_facets f
     where f.at >= unreviewed_since and not exists (select from reviews r where r.reply_id = f.reply_id);
    select count(*) into dead from inbox i where i.state = 'dead';
    select count(*) into unknown from outbox o where o.state = 'unknown';
    perform set_config('fonte.operator', as_before, true);
end $$;
