-- Keeps documentos_rag and document_vectors in step, whoever writes.

drop function if exists ensure_specialty(varchar);
create function ensure_specialty(specialty varchar(50)) returns void language plpgsql as $$
declare
    partition text := 'document_vectors_' || regexp_replace(specialty, '[^a-z0-9_]', '_', 'g') || '_' || left(md5(specialty), 6);
begin
    if to_regclass(quote_ident(partition)) is null then
        -- the target keeps a row's short texts beside its 3 kB vector: else each row of a scan reads a second page
        execute format('create table if not exists %I partition of document_vectors for values in (%L) '
                       'with (toast_tuple_target = 8160)', partition, specialty);
    end if;
end $$;
revoke execute on function ensure_specialty(varchar) from public;  -- it makes tables

create or replace function documentos_rag_before() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and new.conteudo is distinct from old.conteudo then
        raise exception 'a version of a note is never rewritten: publish a new one'
            using errcode = 'integrity_constraint_violation';
    end if;
    new.hash := encode(sha256(convert_to(new.conteudo, 'UTF8')), 'hex');
    return new;
end $$;

create or replace function documentos_rag_after() returns trigger language plpgsql as $$
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

create or replace trigger documentos_rag_before before insert or update of conteudo, hash on documentos_rag
    for each row execute function documentos_rag_before();
create or replace trigger documentos_rag_after after insert or update of embedding, retired_at on documentos_rag
    for each row execute function documentos_rag_after();

-- corpus_version counts every change of what is current, whoever makes it. A vector filled in is none.
create or replace function corpus_changed() returns trigger language plpgsql as $$
begin
    update corpus_version set version = version + 1;
    return null;
end $$;

create or replace trigger documentos_rag_changed
    after insert or delete or truncate or update of especialidade, slug, retired_at on documentos_rag
    for each statement execute function corpus_changed();
create or replace trigger general_phrases_changed after insert or delete or truncate or update on general_phrases
    for each statement execute function corpus_changed();

-- The name of the index of a specialty's vectors, where its partition has one.
create or replace function vector_index(specialty varchar(50)) returns text
language sql immutable strict parallel safe as $$ select 'document_vectors_near_' || left(md5(specialty), 12) $$;

-- What makes the indexes that are worth it: of each specialty with at least `fewest` current vectors, where none
-- is there, or one that was cut short. To be run one statement at a time, outside a transaction: searches and
-- publications go on meanwhile.
drop function if exists vector_indexes_missing(int);
create function vector_indexes_missing(fewest int) returns table (statement text) language plpgsql stable as $$
declare
    part record;
begin
    for part in
        select v.tableoid::regclass as name, to_regclass(vector_index(v.specialty)) as index,
               vector_index(v.specialty) as index_name
          from document_vectors v where v.current group by v.tableoid, v.specialty having count(*) >= fewest
         order by v.specialty
    loop
        if exists (select from pg_index i where i.indexrelid = part.index and i.indisvalid) then
            continue;
        end if;
        if part.index is not null then
            statement := format('drop index concurrently %s', part.index);
            return next;
        end if;
        statement := format(
            'create index concurrently %I on %s using hnsw ((embedding::halfvec(768)) halfvec_cosine_ops) '
            'with (m = 24, ef_construction = 200) where current', part.index_name, part.name);
        return next;
    end loop;
end $$;
revoke execute on function vector_indexes_missing(int) from public;  -- it reads every vector
