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
