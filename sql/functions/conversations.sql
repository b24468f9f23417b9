-- What is known of a person before their message is thought about, in one round trip: names the person for row-level
-- security, then reads. `since` bounds how old the last clinical question may be to be followed up.
drop function if exists session_of(uuid, text, timestamptz);
create function session_of(person uuid, terms text, since timestamptz) returns table (
    language        text,
    consented       boolean,
    specialty       varchar(50),
    question        text,
    asked_at        timestamptz,
    corpus_version  text,
    incomplete      text[]
) language plpgsql volatile as $$
begin
    perform set_config('fonte.user_id', person::text, true);
    return query
    select u.language,
           exists (select from consents c where c.user_id = person and c.version = terms and c.withdrawn_at is null),
           last.especialidade, last.query_text, last.created_at,
           (select coalesce(max(d.id), 0)::text || '.' || count(*) filter (where d.retired_at is null)::text
              from documentos_rag d),
           array(select m.name from embedding_models m where m.state = 'incomplete')
      from (select) as one
      left join users u on u.id = person
      left join lateral (
           select m.especialidade, m.query_text, m.created_at
             from mensagens m
            where m.user_id = person and m.seq > u.subject_seq and m.direction = 'out'
              and m.query_text is not null and m.especialidade <> 'duvidas_gerais' and m.created_at >= since
            order by m.seq desc limit 1) as last on true;
end $$;
