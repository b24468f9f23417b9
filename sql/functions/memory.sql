-- What is held of a person at this moment, in counts, with the text of their memory and their last consent.
drop function if exists holdings(uuid);
create function holdings(person uuid) returns jsonb language sql stable as $$
    select jsonb_build_object(
        'messages', (select count(*) from mensagens m where m.user_id = person),
        'since', (select min(m.created_at) from mensagens m where m.user_id = person),
        'cases', (select count(*) from cases c where c.user_id = person),
        'open_cases', (select count(*) from cases c where c.user_id = person and c.closed_at is null),
        'referrals', (select count(*) from encaminhamentos e where e.user_id = person),
        'entries', (select count(*) from diary d where d.user_id = person),
        'targets', (select count(*) from diary_targets t where t.user_id = person),
        'foods', (select count(*) from foods f where f.user_id = person and f.retired_at is null),
        'memory', (select w.text from working_memory w where w.user_id = person),
        'consent', (select to_jsonb(c) from consents c where c.user_id = person order by c.granted_at desc limit 1))
$$;
