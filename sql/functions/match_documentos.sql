-- The `match_count` chunks of a specialty nearest to a query, current versions, each once, at its nearest text.
-- `modelo` null: the active model. Vectors of two models are never compared. Order: distance, then id, so that it can
-- be reproduced. Nothing is near a query without direction (null, or all zeros), nor is a text whose stored vector has
-- none: no rows, rather than a similarity of null or NaN.
-- Exact, each of the specialty's vectors measured once, as long as its partition has no index (vector_indexes_missing);
-- with one, by it. Which of the two is asked before either begins, so that the few notes of a small service pay nothing.
drop function if exists match_documentos(vector, varchar, int, text);
drop function if exists nearest_exactly(vector, varchar, int, text);
drop function if exists nearest_by_index(vector, varchar, int, text);

create function nearest_exactly(
    query vector(768), its_specialty varchar(50), wanted int, its_model text
) returns table (document_id bigint, distance double precision) language sql stable parallel safe as $$
    with measured as materialized (  -- once a vector, and no vector is carried further
        select v.document_id, v.embedding <=> query as distance
          from document_vectors v
         where v.specialty = its_specialty and v.current and v.model = its_model
    )
    select m.document_id, min(m.distance)
      from measured m
     group by m.document_id
    having min(m.distance) < 'NaN'  -- which sorts above every number
     order by 2, 1
     limit greatest(wanted, 0)
$$;

-- By a specialty's index, which keeps vectors in half precision: the 160 nearest are measured; where those are of fewer
-- chunks than wanted, since phrases of few or another model's crowd out the others, the 1,000 nearest, and then all.
create function nearest_by_index(
    query vector(768), its_specialty varchar(50), wanted int, its_model text
) returns table (document_id bigint, distance double precision) language plpgsql stable
  set hnsw.ef_search = 160 set enable_seqscan = off set enable_bitmapscan = off as $$  -- undone at its end
#variable_conflict use_column
declare
    width int;
    ids bigint[];
    distances double precision[];
begin
    foreach width in array case when wanted between 1 and 50 then array[160, 1000] else '{}' end loop
        perform set_config('hnsw.ef_search', width::text, true);
        -- planned each time, for this specialty: a plan for any of them would not use one partition's index
        execute $nearest$
            with roughly as materialized (
                select v.document_id, v.model, v.embedding <=> $1 as distance
                  from document_vectors v
                 where v.specialty = $2 and v.current
                 order by v.embedding::halfvec(768) <=> $1::halfvec(768)
                 limit $5
            ), nearest as (
                select r.document_id, min(r.distance) as distance
                  from roughly r
                 where r.model = $4
                 group by r.document_id
                having min(r.distance) < 'NaN'
                 order by 2, 1
                 limit $3
            )
            select array_agg(n.document_id order by n.distance, n.document_id),
                   array_agg(n.distance order by n.distance, n.document_id)
              from nearest n
        $nearest$ into ids, distances using query, its_specialty, wanted, its_model, width;
        if cardinality(ids) = wanted then
            return query select n.id, n.distance from unnest(ids, distances) as n (id, distance);
            return;
        end if;
    end loop;
    return query select n.document_id, n.distance from nearest_exactly(query, its_specialty, wanted, its_model) n;
end $$;

create function match_documentos(
    query_embedding       vector(768),
    especialidade_filtro  varchar(50),
    match_count           int default 4,
    modelo                text default null
) returns table (
    titulo         text,
    conteudo       text,
    similarity     double precision,
    documento_id   bigint,
    versao         int,
    hash           text,
    especialidade  varchar(50),
    note           text,
    note_date      text,
    review_date    date,
    demonstration  boolean,
    titles         jsonb
) language sql stable as $$
    with asked as materialized (
        select coalesce(modelo, (select m.name from embedding_models m where m.active)) as model,
               exists (select from pg_index i
                        where i.indexrelid = to_regclass(vector_index(especialidade_filtro)) and i.indisvalid) as indexed
    ), nearest as (
        select e.document_id, e.distance
          from nearest_exactly(query_embedding, especialidade_filtro, match_count, (select a.model from asked a)) e
         where not (select a.indexed from asked a)
         union all
        select i.document_id, i.distance
          from nearest_by_index(query_embedding, especialidade_filtro, match_count, (select a.model from asked a)) i
         where (select a.indexed from asked a)
    )
    select d.titulo, d.conteudo, 1 - n.distance, d.id, d.versao, d.hash,
           d.especialidade, d.note, d.note_date, d.review_date, d.demonstration, d.titles
      from nearest n
      join documentos_rag d on d.id = n.document_id
     order by n.distance, d.id
$$;
