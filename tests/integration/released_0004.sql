-- A database as migrations 0001 to 0004 and the functions of that release left it. It is never edited: it is what is out
-- there. Of pg_dump --schema-only --no-owner --no-privileges, without extensions, settings and comments; then the ledger.
SET check_function_bodies = false;
CREATE FUNCTION public.documentos_rag_after() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    active_model text := (select name from embedding_models where active);
begin
    if tg_op = 'INSERT' then
        perform ensure_specialty(new.especialidade);
    elsif new.retired_at is distinct from old.retired_at then
        update document_vectors set current = new.retired_at is null where document_id = new.id and specialty = new.especialidade;
    end if;
    if active_model is not null and (tg_op = 'INSERT' or new.embedding is distinct from old.embedding) then
        delete from document_vectors
         where document_id = new.id and specialty = new.especialidade and model = active_model and kind = 'chunk';
        insert into document_vectors (specialty, document_id, model, kind, text, embedding, current)
        select new.especialidade, new.id, active_model, 'chunk', new.titulo, new.embedding, new.retired_at is null
         where new.embedding is not null;
    end if;
    return null;
end $$;
CREATE FUNCTION public.documentos_rag_before() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    new.hash := encode(sha256(convert_to(new.conteudo, 'UTF8')), 'hex');
    return new;
end $$;
CREATE FUNCTION public.ensure_specialty(specialty character varying) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
    partition text := 'document_vectors_' || regexp_replace(specialty, '[^a-z0-9_]', '_', 'g') || '_' || left(md5(specialty), 6);
begin
    if to_regclass(quote_ident(partition)) is null then
        -- the target keeps a row's short texts beside its 3 kB vector: else each row of a scan reads a second page
        execute format('create table if not exists %I partition of document_vectors for values in (%L) '
                       'with (toast_tuple_target = 8160)', partition, specialty);
    end if;
end $$;
CREATE FUNCTION public.fonte_user_id() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select nullif(current_setting('fonte.user_id', true), '')::uuid $$;
CREATE FUNCTION public.forget_updates() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    update inbox i set payload = null
     where old.channel = 'telegram' and i.chat = old.external_id and i.state in ('dead', 'quarantined');
    return null;
end $$;
CREATE FUNCTION public.inbox_claim(a_bot bigint, most integer, lease interval, token uuid) RETURNS TABLE(chat text, update_id bigint, payload jsonb, attempts integer, received_at timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
    chats text[];
    places tid[];
    found_rows int;
begin
    select array_agg(due.chat), array_agg(due.ctid) into chats, places
      from (select c.chat, c.ctid from inbox_chats c
             where c.bot = a_bot and c.run_after <= now()
             order by c.run_after limit most for update skip locked) due;
    if chats is null then
        return;
    end if;
    update inbox_chats c set run_after = now() + lease, lease_token = token where c.ctid = any (places);
    select array_agg(head.ctid) into places
      from unnest(chats) as claimed (chat)
     cross join lateral (
           select i.ctid from inbox i
            where i.bot = a_bot and i.chat = claimed.chat and i.state in ('new', 'doing')
            order by i.update_id limit 1) head;
    return query
    update inbox i set state = 'doing', attempts = i.attempts + 1 where i.ctid = any (places)
    returning i.chat, i.update_id, i.payload, i.attempts, i.received_at;
    get diagnostics found_rows = row_count;
    if found_rows < cardinality(chats) then  -- rows removed by hand
        delete from inbox_chats c
         where c.bot = a_bot and c.chat = any (chats)
           and not exists (select from inbox i where i.bot = a_bot and i.chat = c.chat and i.state in ('new', 'doing'));
    end if;
end $$;
CREATE FUNCTION public.inbox_finish(a_bot bigint, a_chat text, an_update bigint, token uuid, final text, why text, OUT held boolean, OUT more boolean) RETURNS record
    LANGUAGE plpgsql
    AS $$
begin
    perform from inbox_chats c where c.bot = a_bot and c.chat = a_chat and c.lease_token = token for update;
    held := found;
    if not held then
        return;
    end if;
    update inbox i
       set state = final, error = why, finished_at = now(), payload = case when final <> 'done' then i.payload end
     where i.bot = a_bot and i.update_id = an_update and i.state = 'doing';
    held := found;
    more := exists (select from inbox i where i.bot = a_bot and i.chat = a_chat and i.state in ('new', 'doing'));
    if more then
        update inbox_chats c set run_after = now(), lease_token = null where c.bot = a_bot and c.chat = a_chat;
    else
        delete from inbox_chats c where c.bot = a_bot and c.chat = a_chat;
    end if;
end $$;
CREATE FUNCTION public.inbox_open(a_bot bigint, chats text[], cursor_at bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.inbox_return(a_bot bigint, chats text[], updates bigint[], tokens uuid[], pause double precision, why text) RETURNS integer
    LANGUAGE plpgsql
    AS $$
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
           attempts = case when why is null then i.attempts - 1 else i.attempts end
      from unnest(chats, updates) as r (chat, update_id)
     where r.chat = any (returned) and i.bot = a_bot and i.update_id = r.update_id and i.state = 'doing';
    return coalesce(cardinality(returned), 0);
end $$;
CREATE FUNCTION public.keep_person(person uuid, its_channel text, its_id text, chosen text, terms text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
    insert into users (id, channel, external_id, language) values (person, its_channel, its_id, chosen)
        on conflict (id) do nothing;
    perform from users where id = person for no key update;
    if chosen is not null then
        update users set language = chosen where id = person;
    end if;
    return exists (select from consents c where c.user_id = person and c.version = terms and c.withdrawn_at is null);
end $$;
CREATE FUNCTION public.match_documentos(query_embedding public.vector, especialidade_filtro character varying, match_count integer DEFAULT 4, modelo text DEFAULT NULL::text) RETURNS TABLE(titulo text, conteudo text, similarity double precision, documento_id bigint, versao integer, hash text, especialidade character varying, note text, note_date text, review_date date, demonstration boolean, titles jsonb)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    with measured as materialized (  -- once a vector, and no vector is carried further
        select v.document_id, v.embedding <=> query_embedding as distance
          from document_vectors v
         where v.specialty = especialidade_filtro
           and v.current
           and v.model = coalesce(modelo, (select m.name from embedding_models m where m.active))
    ), nearest as (
        select m.document_id, min(m.distance) as distance
          from measured m
         group by m.document_id
         order by 2, 1
         limit greatest(match_count, 0)
    )
    select d.titulo, d.conteudo, 1 - n.distance, d.id, d.versao, d.hash,
           d.especialidade, d.note, d.note_date, d.review_date, d.demonstration, d.titles
      from nearest n
      join documentos_rag d on d.id = n.document_id
     order by n.distance, d.id
$$;
CREATE FUNCTION public.outbox_block(a_bot bigint, chats text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    insert into outbox_chats as c (bot, chat, blocked_at) select a_bot, x, now() from unnest(chats) x order by x
        on conflict (bot, chat) do update set blocked_at = coalesce(c.blocked_at, now());
    update outbox o set state = 'failed', error = 'Blocked'
     where o.bot = a_bot and o.chat = any (chats) and o.state = 'pending' and o.push and not o.priority;
end $$;
CREATE FUNCTION public.outbox_claim(a_bot bigint, most integer, ordinary integer, lease interval, token uuid, rate double precision, burst integer) RETURNS TABLE(id bigint, chat text, part integer, payload jsonb, plain jsonb, photo text, language text, priority boolean, push boolean, repeat boolean, attempts integer, created_at timestamp with time zone, abandoned boolean)
    LANGUAGE plpgsql
    AS $$
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
                  and e.chat = o.chat and (e.place, e.id) < (o.place, o.id))
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
CREATE FUNCTION public.outbox_due_in(a_bot bigint, rate double precision, burst integer) RETURNS double precision
    LANGUAGE sql STABLE
    AS $$
    select least(
        (select extract(epoch from min(o.run_after) - clock_timestamp()) from outbox o
          where o.bot = a_bot and o.priority and o.state in ('pending', 'sending')),
        (select greatest(
                extract(epoch from min(c.run_after) - clock_timestamp()),
                (select extract(epoch from p.full_at - clock_timestamp()) - (burst - 1) / rate
                   from outbox_pace p where p.bot = a_bot and rate is not null))
           from outbox_chats c where c.bot = a_bot and c.run_after is not null
         having min(c.run_after) is not null))
$$;
CREATE FUNCTION public.outbox_enqueue(a_bot bigint, a_chat text, replies uuid[], parts integer[], payloads text[], plains text[], photos text[], a_language text, urgent boolean, pushed boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.outbox_settle(a_bot bigint, ids bigint[], chats text[], tokens uuid[], fates text[], messages text[], errors text[], pauses double precision[], again jsonb, pace double precision, chat_burst integer, expiry interval) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
    settled bigint[];
begin
    perform from outbox_chats c where c.bot = a_bot and c.chat = any (chats) order by c.chat for update;
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
    insert into outbox (bot, chat, reply_id, part, payload, plain, photo, language, priority, repeats)
    select o.bot, o.chat, o.reply_id, o.part, r.row -> 'payload', r.row -> 'plain', r.row ->> 'photo', o.language, o.priority, o.id
      from jsonb_array_elements(again) with ordinality as r (row, number)
      join outbox o on o.id = (r.row ->> 'id')::bigint and o.id = any (settled) and o.state = 'unknown'
     order by r.number;
    if 'blocked' = any (fates) then
        perform outbox_block(a_bot, (
            select array_agg(distinct r.chat) from unnest(chats, fates) as r (chat, fate) where r.fate = 'blocked'));
    end if;
    with r as (
        select r.chat, array_agg(r.token) as tokens, max(r.pause) filter (where r.fate = 'paused') as paused,
               coalesce(max(r.pause) filter (where r.fate = 'unsent'), 0) as unsent,
               count(*) filter (where r.fate in ('sent', 'unknown')) as spent
          from unnest(chats, tokens, fates, pauses) as r (chat, token, fate, pause) group by r.chat),
    next as materialized (
        select r.*, greatest(c.pause_until, now() + make_interval(secs => r.paused), case when pace > 0 and r.spent > 0 then
                   greatest(c.pause_until, now() - make_interval(secs => pace * (chat_burst - 1)))
                   + make_interval(secs => pace * r.spent) end) as pause_until
          from r join outbox_chats c on c.bot = a_bot and c.chat = r.chat)
    update outbox_chats c set
           pause_until = next.pause_until,
           lease_token = case when c.lease_token = any (next.tokens) then null else c.lease_token end,
           run_after = case when not c.lease_token = any (next.tokens) then c.run_after
               when exists (select from outbox o where o.bot = a_bot and o.chat = c.chat
                               and o.state in ('pending', 'sending') and not o.priority)
               then greatest(next.pause_until, now() + make_interval(secs => next.unsent)) end
      from next
     where c.bot = a_bot and c.chat = next.chat;
    return coalesce(cardinality(settled), 0);
end $$;
CREATE FUNCTION public.session_of(person uuid, terms text, since timestamp with time zone) RETURNS TABLE(language text, consented boolean, specialty character varying, question text, asked_at timestamp with time zone, corpus_version text, incomplete text[])
    LANGUAGE plpgsql
    AS $$
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
CREATE TABLE public.bundled_corpus (
    one boolean DEFAULT true NOT NULL,
    digest text NOT NULL,
    CONSTRAINT bundled_corpus_one_check CHECK (one)
);
CREATE TABLE public.button_tokens (
    token text NOT NULL,
    user_id uuid NOT NULL,
    reply_id uuid,
    data text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '90 days'::interval) NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT button_tokens_token_check CHECK ((length(token) <= 16))
);
ALTER TABLE ONLY public.button_tokens FORCE ROW LEVEL SECURITY;
CREATE TABLE public.consents (
    user_id uuid NOT NULL,
    version text NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone
);
ALTER TABLE ONLY public.consents FORCE ROW LEVEL SECURITY;
CREATE TABLE public.document_sentences (
    document_id bigint NOT NULL,
    "position" integer NOT NULL,
    section text NOT NULL,
    text text NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    embedding public.vector(768) NOT NULL
);
CREATE TABLE public.document_vectors (
    specialty character varying(50) NOT NULL,
    document_id bigint NOT NULL,
    model text NOT NULL,
    kind text NOT NULL,
    language text DEFAULT 'pt-BR'::text NOT NULL,
    text text NOT NULL,
    embedding public.vector(768) NOT NULL,
    current boolean DEFAULT true NOT NULL,
    CONSTRAINT document_vectors_kind_check CHECK ((kind = ANY (ARRAY['chunk'::text, 'part'::text, 'phrase'::text])))
)
PARTITION BY LIST (specialty);
ALTER TABLE ONLY public.document_vectors ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE TABLE public.documentos_rag (
    id bigint NOT NULL,
    especialidade character varying(50) NOT NULL,
    titulo text NOT NULL,
    titles jsonb DEFAULT '{}'::jsonb NOT NULL,
    conteudo text NOT NULL,
    embedding public.vector(768),
    slug text DEFAULT (gen_random_uuid())::text NOT NULL,
    versao integer DEFAULT 1 NOT NULL,
    hash text NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    note_date text DEFAULT ''::text NOT NULL,
    review_date date,
    demonstration boolean DEFAULT false NOT NULL,
    fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT documentos_rag_versao_check CHECK ((versao > 0))
);
ALTER TABLE public.documentos_rag ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.documentos_rag_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.embedding_models (
    name text NOT NULL,
    active boolean DEFAULT false NOT NULL,
    state text DEFAULT 'ready'::text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT embedding_models_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'incomplete'::text])))
);
CREATE TABLE public.general_phrases (
    model text NOT NULL,
    language text NOT NULL,
    text text NOT NULL,
    embedding public.vector(768) NOT NULL
);
CREATE TABLE public.group_notices (
    bot bigint NOT NULL,
    chat text NOT NULL,
    noticed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.inbox (
    bot bigint NOT NULL,
    update_id bigint NOT NULL,
    chat text,
    payload jsonb,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT inbox_check CHECK (((chat IS NOT NULL) OR (state <> ALL (ARRAY['new'::text, 'doing'::text])))),
    CONSTRAINT inbox_state_check CHECK ((state = ANY (ARRAY['new'::text, 'doing'::text, 'done'::text, 'dead'::text, 'quarantined'::text])))
);
CREATE TABLE public.inbox_chats (
    bot bigint NOT NULL,
    chat text NOT NULL,
    run_after timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='500');
CREATE TABLE public.mensagens (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    user_id uuid NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    in_reply_to uuid,
    external_id text,
    text text,
    language text NOT NULL,
    especialidade character varying(50),
    status text,
    fontes_rag jsonb DEFAULT '[]'::jsonb NOT NULL,
    evidence jsonb DEFAULT '[]'::jsonb NOT NULL,
    routing jsonb,
    query_text text,
    query_embedding public.vector(768),
    embedding_model text,
    chat_model text,
    prompt_hash text,
    tokens_in integer,
    tokens_out integer,
    latency_ms real,
    verdict jsonb,
    degraded text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT mensagens_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT mensagens_fontes_rag_check CHECK ((jsonb_typeof(fontes_rag) = 'array'::text)),
    CONSTRAINT mensagens_status_check CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'FINALIZADO'::text, 'NAO_ELEGIVEL'::text, 'URGENCIA'::text])))
);
ALTER TABLE ONLY public.mensagens FORCE ROW LEVEL SECURITY;
ALTER TABLE public.mensagens ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mensagens_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.model_usage (
    day date NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    tokens bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    bot bigint NOT NULL,
    chat text NOT NULL,
    reply_id uuid,
    part integer DEFAULT 1 NOT NULL,
    payload jsonb,
    plain jsonb,
    photo text,
    language text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    priority boolean DEFAULT false NOT NULL,
    push boolean DEFAULT false NOT NULL,
    repeats bigint,
    repeat boolean GENERATED ALWAYS AS ((repeats IS NOT NULL)) STORED,
    place bigint GENERATED ALWAYS AS (COALESCE(repeats, id)) STORED,
    attempts integer DEFAULT 0 NOT NULL,
    run_after timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    sending_since timestamp with time zone,
    message_id text,
    error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'unknown'::text, 'failed'::text])))
)
WITH (fillfactor='80');
CREATE TABLE public.outbox_chats (
    bot bigint NOT NULL,
    chat text NOT NULL,
    run_after timestamp with time zone,
    lease_token uuid,
    pause_until timestamp with time zone,
    blocked_at timestamp with time zone
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='500');
ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.outbox_pace (
    bot bigint NOT NULL,
    full_at timestamp with time zone NOT NULL
)
WITH (fillfactor='10');
CREATE TABLE public.poll_cursor (
    bot bigint NOT NULL,
    next_offset bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.prompts (
    hash text NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.rate_buckets (
    user_id uuid NOT NULL,
    tokens real NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    noticed_at timestamp with time zone
);
ALTER TABLE ONLY public.rate_buckets FORCE ROW LEVEL SECURITY;
CREATE TABLE public.schema_migrations (
    version text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.text_vectors (
    model text NOT NULL,
    text_hash bytea NOT NULL,
    embedding public.vector(768) NOT NULL
);
ALTER TABLE ONLY public.text_vectors ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE TABLE public.users (
    id uuid NOT NULL,
    channel text NOT NULL,
    external_id text NOT NULL,
    language text,
    subject_seq bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;
ALTER TABLE ONLY public.bundled_corpus
    ADD CONSTRAINT bundled_corpus_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.button_tokens
    ADD CONSTRAINT button_tokens_pkey PRIMARY KEY (token);
ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_pkey PRIMARY KEY (user_id, version, granted_at);
ALTER TABLE ONLY public.document_sentences
    ADD CONSTRAINT document_sentences_pkey PRIMARY KEY (document_id, "position");
ALTER TABLE ONLY public.documentos_rag
    ADD CONSTRAINT documentos_rag_especialidade_slug_versao_key UNIQUE (especialidade, slug, versao);
ALTER TABLE ONLY public.documentos_rag
    ADD CONSTRAINT documentos_rag_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.general_phrases
    ADD CONSTRAINT general_phrases_pkey PRIMARY KEY (model, text);
ALTER TABLE ONLY public.group_notices
    ADD CONSTRAINT group_notices_pkey PRIMARY KEY (bot, chat);
ALTER TABLE ONLY public.inbox_chats
    ADD CONSTRAINT inbox_chats_pkey PRIMARY KEY (bot, chat);
ALTER TABLE ONLY public.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (bot, update_id);
ALTER TABLE ONLY public.mensagens
    ADD CONSTRAINT mensagens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.model_usage
    ADD CONSTRAINT model_usage_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.outbox_chats
    ADD CONSTRAINT outbox_chats_pkey PRIMARY KEY (bot, chat);
ALTER TABLE ONLY public.outbox_pace
    ADD CONSTRAINT outbox_pace_pkey PRIMARY KEY (bot);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.poll_cursor
    ADD CONSTRAINT poll_cursor_pkey PRIMARY KEY (bot);
ALTER TABLE ONLY public.prompts
    ADD CONSTRAINT prompts_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.rate_buckets
    ADD CONSTRAINT rate_buckets_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.text_vectors
    ADD CONSTRAINT text_vectors_pkey PRIMARY KEY (model, text_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_channel_external_id_key UNIQUE (channel, external_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX button_tokens_expiry ON public.button_tokens USING btree (expires_at);
CREATE INDEX button_tokens_of_reply ON public.button_tokens USING btree (reply_id);
CREATE INDEX button_tokens_of_user ON public.button_tokens USING btree (user_id);
CREATE INDEX document_vectors_document ON ONLY public.document_vectors USING btree (document_id);
CREATE INDEX document_vectors_text ON ONLY public.document_vectors USING btree (model, md5(text));
CREATE UNIQUE INDEX documentos_rag_one_current ON public.documentos_rag USING btree (especialidade, slug) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX embedding_models_one_active ON public.embedding_models USING btree (active) WHERE active;
CREATE INDEX inbox_chats_due ON public.inbox_chats USING btree (bot, run_after);
CREATE INDEX inbox_failed ON public.inbox USING btree (bot, chat) WHERE (state = ANY (ARRAY['dead'::text, 'quarantined'::text]));
CREATE INDEX inbox_live ON public.inbox USING btree (bot, chat, update_id) WHERE (state = ANY (ARRAY['new'::text, 'doing'::text]));
CREATE INDEX inbox_received ON public.inbox USING brin (received_at);
CREATE INDEX mensagens_by_user ON public.mensagens USING btree (user_id, seq DESC);
CREATE INDEX outbox_chats_due ON public.outbox_chats USING btree (bot, run_after) WHERE (run_after IS NOT NULL);
CREATE INDEX outbox_created ON public.outbox USING brin (created_at);
CREATE INDEX outbox_priority ON public.outbox USING btree (bot, run_after) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text])) AND priority);
CREATE INDEX outbox_queue ON public.outbox USING btree (bot, chat, place, id) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text])) AND (NOT priority));
CREATE INDEX outbox_reply ON public.outbox USING btree (reply_id) WHERE (reply_id IS NOT NULL);
CREATE INDEX outbox_unsent ON public.outbox USING btree (bot, state) WHERE (state = ANY (ARRAY['unknown'::text, 'failed'::text]));
CREATE TRIGGER documentos_rag_after AFTER INSERT OR UPDATE OF embedding, retired_at ON public.documentos_rag FOR EACH ROW EXECUTE FUNCTION public.documentos_rag_after();
CREATE TRIGGER documentos_rag_before BEFORE INSERT OR UPDATE OF conteudo, hash ON public.documentos_rag FOR EACH ROW EXECUTE FUNCTION public.documentos_rag_before();
CREATE TRIGGER users_forget_updates AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.forget_updates();
ALTER TABLE ONLY public.button_tokens
    ADD CONSTRAINT button_tokens_reply_id_fkey FOREIGN KEY (reply_id) REFERENCES public.mensagens(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.button_tokens
    ADD CONSTRAINT button_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_sentences
    ADD CONSTRAINT document_sentences_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documentos_rag(id) ON DELETE CASCADE;
ALTER TABLE public.document_vectors
    ADD CONSTRAINT document_vectors_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documentos_rag(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mensagens
    ADD CONSTRAINT mensagens_in_reply_to_fkey FOREIGN KEY (in_reply_to) REFERENCES public.mensagens(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mensagens
    ADD CONSTRAINT mensagens_prompt_hash_fkey FOREIGN KEY (prompt_hash) REFERENCES public.prompts(hash);
ALTER TABLE ONLY public.mensagens
    ADD CONSTRAINT mensagens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_reply_id_fkey FOREIGN KEY (reply_id) REFERENCES public.mensagens(id) ON DELETE CASCADE;
ALTER TABLE public.button_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY button_tokens_clear ON public.button_tokens FOR DELETE USING ((expires_at < now()));
CREATE POLICY button_tokens_over ON public.button_tokens FOR SELECT USING ((expires_at < now()));
CREATE POLICY button_tokens_own ON public.button_tokens USING ((user_id = public.fonte_user_id()));
ALTER TABLE public.consents ENABLE ROW LEVEL SECURITY;
CREATE POLICY consents_own ON public.consents USING ((user_id = public.fonte_user_id()));
ALTER TABLE public.mensagens ENABLE ROW LEVEL SECURITY;
CREATE POLICY mensagens_own ON public.mensagens USING ((user_id = public.fonte_user_id()));
ALTER TABLE public.rate_buckets ENABLE ROW LEVEL SECURITY;
CREATE POLICY rate_buckets_clear ON public.rate_buckets FOR DELETE USING ((updated_at < (now() - '1 day'::interval)));
CREATE POLICY rate_buckets_over ON public.rate_buckets FOR SELECT USING ((updated_at < (now() - '1 day'::interval)));
CREATE POLICY rate_buckets_own ON public.rate_buckets USING ((user_id = public.fonte_user_id()));
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY users_own ON public.users USING ((id = public.fonte_user_id()));
INSERT INTO public.schema_migrations VALUES ('0001', '0001_corpus', '11f421e5ebab4d53c3f5bb9be43dbf57a444be39f0ea550a8d6c96fcd3f180c4', '2026-11-30 00:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0002', '0002_conversations', '7d584896250a3609bda2ec0b318a96cf70244dfff25347fa3a181a7a3987d698', '2026-11-30 00:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0003', '0003_text_vectors', 'e2e1b92b5f19c92684b410e694cc8cf834f9a99c3a07dc91967f9f17e5a9f206', '2026-11-30 00:00:00+00');
INSERT INTO public.schema_migrations VALUES ('0004', '0004_delivery', 'e3c95981f9e8ad58dcdbf045e792a0e70f4b0f5e9a23870c152350551a38da6b', '2026-11-30 00:00:00+00');
