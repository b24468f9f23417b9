-- The operators' console: the audit chain, what the queue filters by, and searches among the notes of a moment.

-- The text that a line's hash is of: each field as its length in bytes, a colon, itself and a comma, so that no two lines
-- have the same text. The moment is in microseconds UTC.
drop function if exists audit_line(bigint, timestamptz, uuid, text, text, text, text, text, text);
create function audit_line(
    seq bigint, at timestamptz, operator_id uuid, operator text, address text, action text, subject text, detail text,
    previous text
) returns text language sql immutable parallel safe as $$
    select string_agg(octet_length(part) || ':' || part || ',', '' order by n)
      from unnest(array[seq::text, (extract(epoch from at) * 1000000)::bigint::text, coalesce(operator_id::text, ''),
                        operator, address, action, subject, detail, previous]) with ordinality as p (part, n)
$$;

-- Adds a line and gives its number. Those who add lines come one after the other, each to the end of its transaction: call
-- it last. The first line's `previous` is 64 noughts.
drop function if exists audit(text, text, text, text, jsonb);
create function audit(a_name text, an_address text, an_action text, a_subject text, its_detail jsonb) returns bigint
language plpgsql volatile as $$
declare
    last_seq bigint;
    last_hash text;
    moment timestamptz;
begin
    perform pg_advisory_xact_lock(hashtextextended('audit', 0));
    moment := clock_timestamp();
    select l.seq, l.hash into last_seq, last_hash from audit_log l order by l.seq desc limit 1;
    last_seq := coalesce(last_seq, 0) + 1;
    last_hash := coalesce(last_hash, repeat('0', 64));
    insert into audit_log (seq, at, operator_id, operator, address, action, subject, detail, previous, hash)
    values (last_seq, moment, fonte_operator(), a_name, an_address, an_action, a_subject, its_detail, last_hash,
            encode(sha256(convert_to(audit_line(last_seq, moment, fonte_operator(), a_name, an_address, an_action, a_subject,
                                                its_detail::text, last_hash), 'UTF8')), 'hex'));
    return last_seq;
end $$;

-- A text in lower case without accents, its words apart from each other by blanks.
drop function if exists review_folded(text);
create function review_folded(a_text text) returns text language sql immutable parallel safe as $$
    select regexp_replace(regexp_replace(normalize(lower(a_text), NFKD), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')
$$;

-- What finds the texts in which each word of `wanted` begins a word; null where it has none.
drop function if exists review_query(text);
create function review_query(wanted text) returns tsquery language sql immutable parallel safe as $$
    select to_tsquery('simple', string_agg(quote_literal(word) || ':*', ' & '))
      from regexp_split_to_table(trim(review_folded(wanted)), ' ') as word where word <> ''
$$;

-- A stored verdict as bot.review.records.Verdict has it.
drop function if exists verdict_kind(jsonb);
create function verdict_kind(verdict jsonb) returns text language sql immutable parallel safe as $$
    select case
        when verdict is null or not verdict ? 'ok' and not verdict ? 'rejected' then 'none'
        when verdict ->> 'ok' = 'false' then 'violated'
        when jsonb_array_length(coalesce(verdict -> 'rejected', '[]')) > 0 then 'rejected'
        else 'ok' end
$$;

-- Each reply's facets and words. The message that it answers stands there already.
create or replace function mensagens_facets() returns trigger language plpgsql as $$
begin
    insert into reply_facets (reply_id, user_id, place, at, especialidade, status, verdict, lowest, degraded, emergency)
    values (new.id, new.user_id, new.seq, new.created_at, new.especialidade, new.status, verdict_kind(new.verdict),
            (select min((s ->> 'similarity')::double precision) from jsonb_array_elements(new.fontes_rag) s),
            new.degraded <> '{}', new.evidence @> '[{"kind": "red_flag"}]' or new.status is not distinct from 'URGENCIA');
    insert into reply_words (reply_id, user_id, place, at, words)
    select new.id, new.user_id, new.seq, new.created_at,
           strip(to_tsvector('simple', review_folded(concat_ws(' ', q.text, new.text))))
      from (select) as one left join mensagens q on q.id = new.in_reply_to;
    return null;
end $$;
create or replace trigger mensagens_facets after insert on mensagens
    for each row when (new.direction = 'out') execute function mensagens_facets();

-- The facets of what was said before there were any.
do $$
begin
    perform set_config('fonte.operator', '00000000-0000-0000-0000-000000000000', true);
    insert into reply_facets (reply_id, user_id, place, at, especialidade, status, verdict, lowest, degraded, emergency)
    select m.id, m.user_id, m.seq, m.created_at, m.especialidade, m.status, verdict_kind(m.verdict),
           (select min((s ->> 'similarity')::double precision) from jsonb_array_elements(m.fontes_rag) s),
           m.degraded <> '{}', m.evidence @> '[{"kind": "red_flag"}]' or m.status is not distinct from 'URGENCIA'
      from mensagens m
     where m.direction = 'out' and not exists (select from reply_facets f where f.reply_id = m.id);
    insert into reply_words (reply_id, user_id, place, at, words)
    select m.id, m.user_id, m.seq, m.created_at,
           strip(to_tsvector('simple', review_folded(concat_ws(' ', q.text, m.text))))
      from mensagens m left join mensagens q on q.id = m.in_reply_to
     where m.direction = 'out' and not exists (select from reply_words w where w.reply_id = m.id);
    perform set_config('fonte.operator', '', true);
end $$;

-- As match_documentos, among the versions that were current at a moment: a version is so from its publication, and no
-- longer at its retirement. Retired versions keep their vectors. The texts of today are not carried: only what is compared.
drop function if exists match_documentos_at(vector, varchar, int, text, timestamptz);
create function match_documentos_at(
    query_embedding       vector(768),
    especialidade_filtro  varchar(50),
    match_count           int,
    modelo                text,
    moment                timestamptz
) returns table (
    titulo        text,
    conteudo      text,
    similarity    double precision,
    documento_id  bigint,
    versao        int,
    hash          text
) language sql stable parallel safe as $$
    with measured as materialized (
        select v.document_id, v.embedding <=> query_embedding as distance
          from document_vectors v
          join documentos_rag d on d.id = v.document_id
         where v.specialty = especialidade_filtro and v.model = modelo
           and d.created_at <= moment and (d.retired_at is null or d.retired_at > moment)
    ), nearest as (
        select m.document_id, min(m.distance) as distance
          from measured m
         group by m.document_id
        having min(m.distance) < 'NaN'
         order by 2, 1
         limit greatest(match_count, 0)
    )
    select d.titulo, d.conteudo, 1 - n.distance, d.id, d.versao, d.hash
      from nearest n
      join documentos_rag d on d.id = n.document_id
     order by n.distance, d.id
$$;

-- Puts a dead update back into its chat's queue, as if it had just come; false where its payload is gone. The order of locks
-- is delivery.sql's.
drop function if exists inbox_run_again(bigint, bigint);
create function inbox_run_again(a_bot bigint, an_update bigint) returns boolean language plpgsql volatile as $$
declare
    its_chat text;
begin
    select i.chat into its_chat from inbox i
     where i.bot = a_bot and i.update_id = an_update and i.state = 'dead' and i.payload is not null and i.chat is not null;
    if not found then
        return false;
    end if;
    insert into inbox_chats (bot, chat) values (a_bot, its_chat)
        on conflict (bot, chat) do update set run_after = inbox_chats.run_after;
    update inbox i set state = 'new', attempts = 0, deaths = 0, error = null, finished_at = null
     where i.bot = a_bot and i.update_id = an_update and i.chat = its_chat and i.state = 'dead' and i.payload is not null;
    if not found then  -- its person has left meanwhile, or another operator was first
        delete from inbox_chats c
         where c.bot = a_bot and c.chat = its_chat and c.lease_token is null and not exists (
               select from inbox i where i.bot = c.bot and i.chat = c.chat and i.state in ('new', 'doing'));
        return false;
    end if;
    return true;
end $$;
