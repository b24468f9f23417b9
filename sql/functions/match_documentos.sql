-- The `match_count` chunks of a specialty nearest to a query, current versions, each once, at its nearest text.
-- `modelo` null: the active model. Vectors of two models are never compared. Order: distance, then id, so that it can
-- be reproduced. Exact: each of the specialty's vectors is measured once, and neither an index nor a crowd of phrases of
-- one chunk can leave fewer rows than the specialty has. Nothing is near a query without direction (null, or all zeros),
-- nor is a text whose stored vector has none: no rows, rather than a similarity of null or NaN.
drop function if exists match_documentos(vector, varchar, int, text);
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
) language sql stable parallel safe as $$
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
        having min(m.distance) < 'NaN'  -- which sorts above every number
         order by 2, 1
         limit greatest(match_count, 0)
    )
    select d.titulo, d.conteudo, 1 - n.distance, d.id, d.versao, d.hash,
           d.especialidade, d.note, d.note_date, d.review_date, d.demonstration, d.titles
      from nearest n
      join documentos_rag d on d.id = n.document_id
     order by n.distance, d.id
$$;
