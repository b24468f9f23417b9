-- How long a case stays open without a word.
drop function if exists case_lifetime() cascade;
create function case_lifetime() returns interval language sql immutable as $$ select interval '30 days' $$;

-- A person's cases that are open at a moment, the one last spoken of first, each with the facts that hold.
drop function if exists open_cases(uuid);
drop function if exists open_cases(uuid, timestamptz);
create function open_cases(person uuid, at timestamptz) returns jsonb language sql stable as $$
    select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('facts', f.facts) order by c.updated_at desc), '[]')
      from cases c
      cross join lateral (
           select coalesce(jsonb_agg(to_jsonb(held) order by held.seq), '[]') as facts
             from (select distinct on (cf.key) cf.key, cf.seq, cf.value, cf.how, cf.quote, cf.said_at
                     from case_facts cf where cf.case_id = c.id order by cf.key, cf.seq desc) as held) as f
     where c.user_id = person and c.closed_at is null and c.updated_at > at - case_lifetime()
$$;

-- Writes one turn of a case: the case as it stands after it, and the facts that were told. False, and nothing written,
-- where the case is no longer at the revision that was thought about (0: it is opened; one left alone makes room).
drop function if exists keep_case(uuid, jsonb, integer, jsonb);
create function keep_case(person uuid, its jsonb, thought_on integer, told jsonb) returns boolean
language plpgsql volatile as $$
declare
    c cases := jsonb_populate_record(null::cases, its);
begin
    if thought_on = 0 then
        update cases k set status = 'ABANDONADO', closed_at = c.opened_at, asking = null, revision = k.revision + 1
         where k.user_id = person and k.especialidade = c.especialidade and k.closed_at is null
           and k.updated_at <= c.opened_at - case_lifetime();
        insert into cases (id, user_id, especialidade, slug, document_id, status, asking, sources, decision, opened_at,
                           updated_at, closed_at)
             values (c.id, person, c.especialidade, c.slug, c.document_id, c.status, c.asking, c.sources, c.decision,
                     c.opened_at, c.updated_at, c.closed_at)
        on conflict do nothing;
    else
        update cases k
           set slug = c.slug, document_id = c.document_id, status = c.status, asking = c.asking, sources = c.sources,
               decision = c.decision, updated_at = c.updated_at, closed_at = c.closed_at, revision = k.revision + 1
         where k.id = c.id and k.user_id = person and k.revision = thought_on and k.closed_at is null;
    end if;
    if not found then
        return false;
    end if;
    insert into case_facts (case_id, user_id, key, value, how, quote, message_id, said_at)
    select c.id, person, t.key, nullif(t.value, 'null'), t.how, t.quote, t.message_id, t.said_at
      from jsonb_to_recordset(told) as t (key text, value jsonb, how text, quote text, message_id uuid, said_at timestamptz);
    return true;
end $$;

-- Ends cases of a person that were spoken of since a moment, the last one alone or all of them. Returns their slugs.
drop function if exists end_cases(uuid, text, timestamptz, timestamptz, boolean);
create function end_cases(person uuid, its_status text, since timestamptz, at timestamptz, only_last boolean)
returns setof text language sql volatile as $$
    update cases set status = its_status, closed_at = at, updated_at = at, asking = null, revision = revision + 1
     where id in (select k.id from cases k
                   where k.user_id = person and k.closed_at is null and k.updated_at >= since
                   order by k.updated_at desc limit case when only_last then 1 end)
    returning slug
$$;
