-- What is known of a person before their message is thought about, in one round trip: names the person for row-level
-- security, then reads. `since` bounds how old the reply may be that is followed up: the last one that cites a source,
-- or an emergency's. The question is the one that reply goes back to, past its follow-ups; none where something of
-- another specialty has been asked meanwhile, answered or not. `pending` is a question of the diary's that still waits `at`
-- the time of the message, `cases` their open consultations
-- (`open_cases`), `memory` what is remembered of them.
drop function if exists session_of(uuid, text, timestamptz);
drop function if exists session_of_v2(uuid, text, timestamptz, timestamptz);
drop function if exists session_of_v3(uuid, text, timestamptz, timestamptz);
create function session_of_v3(person uuid, terms text, since timestamptz, at timestamptz) returns table (
    language        text,
    consented       boolean,
    specialty       varchar(50),
    question        text,
    asked_at        timestamptz,
    emergency       text,
    corpus_version  text,
    incomplete      text[],
    timezone        text,
    day_start       time,
    pending         jsonb,
    cases           jsonb,
    memory          text
) language plpgsql volatile as $$
declare
    a_cited constant jsonb := '[{"citada": true}]';
begin
    perform set_config('fonte.user_id', person::text, true);
    return query
    select u.language,
           exists (select from consents c where c.user_id = person and c.version = terms and c.withdrawn_at is null),
           last.especialidade, root.query_text, last.created_at, last.rule,
           (select v.version::text from corpus_version v),
           array(select m.name from embedding_models m where m.state = 'incomplete'),
           u.timezone, u.day_start,
           (select to_jsonb(d) from diary_drafts d where d.user_id = person and d.expires_at > at),
           open_cases(person, at),
           (select w.text from working_memory w where w.user_id = person)
      from (select) as one
      left join users u on u.id = person
      left join lateral (
           select m.seq, m.especialidade, m.created_at,
                  case when m.status = 'URGENCIA' then coalesce(m.evidence -> 0 ->> 'rule', '') end as rule
             from mensagens m
            where m.user_id = person and m.seq > u.subject_seq and m.direction = 'out' and m.created_at >= since
              and (m.status = 'URGENCIA' or m.fontes_rag @> a_cited)
            order by m.seq desc limit 1) as last on true
      left join lateral (
           select m.query_text
             from mensagens m
            where m.user_id = person and m.seq > u.subject_seq and m.seq <= last.seq and m.direction = 'out'
              and m.especialidade = last.especialidade and m.fontes_rag @> a_cited
              and m.query_text is not null and m.routing ->> 'reason' is distinct from 'follow_up'
            order by m.seq desc limit 1) as root on last.rule is null and not exists (
           select from mensagens m
            where m.user_id = person and m.seq > last.seq and m.direction = 'out' and m.query_text is not null
              and m.especialidade not in ('duvidas_gerais', last.especialidade));
end $$;
