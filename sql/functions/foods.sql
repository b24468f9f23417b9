-- Foods near a vector: current ones, those that the caller may see, within `max_dist` (a cosine distance), nearest first.
-- Only vectors of the model in food_embedding are compared. Exact as long as there is no index foods_bits; with it the
-- 200 foods of the catalogue that are nearest by the signs of their components, and all of the caller's own, are measured
-- exactly.
drop function if exists match_foods(vector, int, float);
create function match_foods(
    query_embedding  vector(768),
    match_count      int default 8,
    max_dist         float default 0.65
) returns table (
    food_id   bigint,
    name      text,
    distance  double precision,
    slug      text,
    name_es   text,
    name_en   text
) language plpgsql stable rows 24 as $$
begin
    if not exists (select from pg_index i where i.indexrelid = to_regclass('foods_bits') and i.indisvalid) then
        return query
        with measured as materialized (
            select f.id, f.embedding <=> query_embedding as away
              from foods f
             where f.retired_at is null and f.embedding_model = (select e.model from food_embedding e)
        ), nearest as (
            select m.id, m.away from measured m
             where m.away <= max_dist and m.away < 'NaN' order by m.away, m.id limit greatest(match_count, 0)
        )
        select f.id, f.name_pt, n.away, f.slug, f.name_es, f.name_en
          from nearest n join foods f on f.id = n.id order by n.away, n.id;
        return;
    end if;
    perform set_config('hnsw.ef_search', '200', true);
    return query
    with near as materialized (
        select f.id from foods f
         where f.embedding is not null and f.retired_at is null and f.user_id is null
         order by binary_quantize(f.embedding)::bit(768) <~> binary_quantize(query_embedding)::bit(768)
         limit 200
    ), own as materialized (
        select f.id from foods f where f.user_id = fonte_user_id() and f.retired_at is null
    ), measured as materialized (
        select f.id, f.name_pt, f.embedding <=> query_embedding as away, f.slug, f.name_es, f.name_en
          from foods f
         where f.id in (select n.id from near n union select o.id from own o)
           and f.embedding_model = (select e.model from food_embedding e)
    )
    select m.id, m.name_pt, m.away, m.slug, m.name_es, m.name_en
      from measured m
     where m.away <= max_dist and m.away < 'NaN' order by m.away, m.id limit greatest(match_count, 0);
end $$;

-- Words that may stand for a word of a phrase, the likest first: itself where it is known, else what sounds the same, what
-- begins with it, what is spelt like it and begins with the same sound (so that few are compared). `uses`: in how many names
-- of the catalogue. The caller's own words are told too. Ranges, where ^@ would do: of a parameter's prefix no plan makes one.
drop function if exists food_spellings(text, int);
create function food_spellings(wanted text, most int) returns table (term text, weight real, uses int)
language sql stable rows 6 as $$
    with sound as materialized (select food_sound(wanted) as of),
    found as (
        select v.term, 1.0 as weight, v.uses from food_vocabulary v where v.term = wanted
        union all
        select v.term, .95, v.uses from food_vocabulary v where v.sound = (select s.of from sound s)
        union all
        (select v.term, .5 + .4 * length(wanted) / length(v.term), v.uses
           from food_vocabulary v where v.term >= wanted and v.term < wanted || '~' order by v.uses desc limit 6)
        union all
        (select v.term, .9 * similarity(v.sound, (select s.of from sound s)), v.uses
           from food_vocabulary v
          where length(wanted) >= 4 and v.sound >= (select left(s.of, 1) from sound s)
            and v.sound < (select left(s.of, 1) || '~' from sound s)
            and length(v.sound) between length((select s.of from sound s)) - 3 and length((select s.of from sound s)) + 3
            and v.sound % (select s.of from sound s)
          order by 2 desc limit 6)
        union all
        select o.term,
               case when o.term = wanted then 1.0 when o.term ^@ wanted then .9
                    else .9 * similarity(food_sound(o.term), (select s.of from sound s)) end, 0
          from food_terms o where o.user_id = fonte_user_id()
    ), best as (
        select f.term, max(f.weight)::real as weight, max(f.uses) as uses from found f group by f.term
    )
    select b.term, b.weight, b.uses from best b
     where b.weight >= .35 and b.weight >= .75 * (select max(x.weight) from best x)
     order by b.weight desc, b.uses desc, b.term limit most
$$;

-- Names that hold, for each word of a phrase, one of its spellings: spellings[i] stands for word word_of[i]. Read by the
-- rarest word, shortest names first, `most` a (spelling, language). Here and below the catalogue's are looked up apart from
-- the caller's own, each by an index of theirs: other people's of the same name are never come across.
drop function if exists food_names_with(int[], text[], real[], int[], int);
create function food_names_with(word_of int[], spellings text[], weights real[], uses int[], most int) returns table (
    food_id bigint, language text, word text, user_id uuid, weight real
) language plpgsql stable rows 200 as $$
declare
    rarest int := (select w.of from unnest(word_of, uses) as w (of, uses) group by 1 order by sum(w.uses), 1 limit 1);
    others text[] := (
        select array_agg(p.pattern) from (
            select '(^| )(' || string_agg(s.spelling, '|') || ')( |$)' as pattern
              from unnest(word_of, spellings) as s (of, spelling) where s.of <> rarest group by s.of) p);
begin
    return query
    select t.food_id, t.language, t.word, t.user_id,
           (select min(b.best) from (
                select max(s.weight) as best from unnest(word_of, spellings, weights) as s (of, spelling, weight)
                 where ' ' || t.word || ' ' like '% ' || s.spelling || ' %' group by s.of) b)
      from unnest(word_of, spellings) as s (of, spelling)
     cross join unnest(array['pt-BR', 'es', 'en']) as l (language)
     cross join lateral (
           (select n.food_id, n.language, n.word, n.user_id from food_terms n
             where n.user_id is null and n.term = s.spelling and n.language = l.language
               and (others is null or n.word ~ all (others))
             order by n.size limit most)
           union all
           (select n.food_id, n.language, n.word, n.user_id from food_terms n
             where n.user_id = fonte_user_id() and n.term = s.spelling and n.language = l.language
               and (others is null or n.word ~ all (others))
             order by n.size limit most)) t
     where s.of = rarest;
end $$;

-- What a name costs as an answer to a phrase: ways of cooking that its food lacks (raw for cooked is the worst), another
-- language than the person's, words beyond the phrase's, another spelling.
drop function if exists food_names_ranked(bigint[], text[], text[], real[], text[], text[], text);
create function food_names_ranked(
    foods_named bigint[], languages text[], names text[], weights real[], hard text[], soft text[], lang text
) returns table (food_id bigint, lacks real, cost real) language sql stable rows 50 as $$
    with named as materialized (
        select n.food_id, n.language, n.word, n.weight
          from unnest(foods_named, languages, names, weights) as n (food_id, language, word, weight)
    ), states as materialized (
        select f.food_id,
               case when cardinality(soft) = 0 then ''
                    else (select ' ' || string_agg(w.word, ' ') || ' ' from food_words w where w.food_id = f.food_id)
               end as words
          from (select distinct n.food_id from named n) f
    ), lacking as materialized (
        select s.food_id, coalesce(sum(case when w.state is null or s.words like '% ' || w.state || ' %' then 0
                                            when w.state <> 'com' and w.state <> 'cru' and s.words like '% cru %' then 3
                                            when w.state in ('assado', 'asado', 'forno')
                                             and s.words ~ ' (assado|asado|forno) ' then .3
                                            when w.state in ('grelhado', 'chapa', 'asado')
                                             and s.words ~ ' (grelhado|chapa|asado) ' then .3
                                            else 1 end), 0)::real as lacks
          from states s left join unnest(soft) as w (state) on true group by s.food_id
    ), costed as (
        select n.food_id, l.lacks,
               2 * l.lacks + case when n.language = lang then 0 else 2 end + 6 * (1 - n.weight)
               + coalesce((select sum(case x.word when 'cru' then .75 when 'cozido' then .4 when 'frito' then .6
                                      when 'grelhado' then .45 when 'chapa' then .45 when 'assado' then .45
                                      when 'asado' then .45 when 'forno' then .45 when 'refogado' then .5
                                      when 'com' then .3 else 1 end)
                             from unnest(string_to_array(n.word, ' ')) as x (word)
                            where x.word <> all (hard) and x.word <> all (soft)), 0)
               - case when n.weight < 1 then 1 else 0 end as cost,
               length(n.word) as size
          from named n join lacking l on l.food_id = n.food_id
    )
    select c.food_id, c.lacks, (min(c.cost) + min(c.size) / 1000.0)::real from costed c group by c.food_id, c.lacks
$$;

-- Up to `most` foods for one phrase, best first, as rag.diary.wording reads it: `phrases` are the forms of it that may be
-- a whole name, `hard` the words that a name must hold, `soft` the ways of cooking that it should. Where they are what a
-- category is called, only names that have them as their noun (first; in English last) come before its foods. Spelling is
-- looked up only where nothing else was found. For a whole name somebody's own food comes first, then one of a list that was
-- loaded by hand, then one that comes with Fonte.
drop function if exists search_foods(text[], text[], text[], text, int);
create function search_foods(phrases text[], hard text[], soft text[], lang text, most int) returns table (
    food_id bigint, match text, score real
) language plpgsql stable rows 8 set plan_cache_mode = force_generic_plan as $$  -- planning would cost as much again
declare
    found bigint[] := '{}';
    word_of int[]; spellings text[]; weights real[]; uses int[];
    category boolean := exists (select from food_tag_words w where w.word = any (phrases) and w.language = lang);
    slips boolean;
    ids bigint[]; languages text[]; names text[]; likeness real[];
    hit record;
begin
    for hit in
        select n.id, (n.likeness - case when n.user_id is null and exists (
                          select from foods f where f.id = n.id and f.catalogue = 'fonte') then .001 else 0 end)::real as likeness
          from (select w.food_id as id, w.user_id, bool_or(w.shown) as shown,
                       max(case when w.language = lang then 1 else .9 end
                           - case when w.word = phrases[1] then 0 else .05 end) as likeness
                  from (select c.* from food_words c where c.user_id is null and c.word = any (phrases)
                        union all
                        select o.* from food_words o where o.user_id = fonte_user_id() and o.word = any (phrases)) w
                 group by w.food_id, w.user_id) n
         order by n.user_id is null, 2 desc, n.shown desc, 1
         limit most
    loop
        found := found || hit.id;
        food_id := hit.id; match := 'exact'; score := hit.likeness;
        return next;
    end loop;
    for pass in 1..3 loop
        exit when cardinality(found) >= most or (pass = 3 and cardinality(found) > 0);
        if pass = 2 then
            for hit in
                select t.food_id as id
                  from (select w.tag, bool_or(w.language = lang) as own from food_tag_words w
                         where w.word = any (phrases) group by w.tag) w
                 cross join lateral (
                       (select x.food_id, x.place from food_tags x where x.user_id is null and x.tag = w.tag
                         order by x.place, x.food_id limit 2 * most)
                       union all
                       (select x.food_id, x.place from food_tags x where x.user_id = fonte_user_id() and x.tag = w.tag
                         order by x.place, x.food_id limit 2 * most)) t
                 where t.food_id <> all (found)
                 group by t.food_id order by bool_or(w.own) desc, min(t.place), 1 limit most - cardinality(found)
            loop
                found := found || hit.id;
                food_id := hit.id; match := 'tag'; score := .5;
                return next;
            end loop;
            continue;
        end if;
        if pass = 1 then
            select array_agg(h.at::int), array_agg(h.word), array_agg(1::real), array_agg(coalesce(v.uses, 0))
              into word_of, spellings, weights, uses
              from unnest(hard) with ordinality as h (word, at)
              left join food_vocabulary v on v.term = h.word
             where v.term is not null
                or exists (select from food_terms o where o.user_id = fonte_user_id() and o.term = h.word);
        else
            -- a known word stands for itself, unless all are known and no name holds them together
            slips := exists (select from unnest(hard) as h (word)
                              where not exists (select from food_vocabulary v where v.term = h.word));
            exit when not slips and cardinality(hard) > 3;
            select array_agg(s.at::int), array_agg(s.term), array_agg(s.weight), array_agg(s.uses)
              into word_of, spellings, weights, uses
              from (select h.at, v.term, 1::real as weight, v.uses
                      from unnest(hard) with ordinality as h (word, at) join food_vocabulary v on v.term = h.word
                     where slips
                    union all
                    select h.at, x.term, x.weight, x.uses
                      from unnest(hard) with ordinality as h (word, at)
                     cross join lateral food_spellings(h.word, 6) x
                     where not slips or not exists (select from food_vocabulary v where v.term = h.word)) s;
        end if;
        continue when word_of is null
            or (select count(distinct w) from unnest(word_of) as w) < cardinality(hard);
        select array_agg(n.food_id), array_agg(n.language), array_agg(n.word), array_agg(n.weight)
          into ids, languages, names, likeness
          from food_names_with(word_of, spellings, weights, uses, 60) n
         where n.food_id <> all (found)
           and (not category or n.language = lang
                and split_part(n.word, ' ', case when lang = 'en' then -1 else 1 end) = any (hard));
        continue when ids is null;
        for hit in
            select r.food_id as id, r.lacks, r.cost, f.user_id is null as everybodys
              from food_names_ranked(ids, languages, names, likeness, hard, soft, lang) r
              cross join lateral (select w.user_id from food_words w where w.food_id = r.food_id limit 1) f
             order by 4, 3, 1 limit most - cardinality(found)
        loop
            found := found || hit.id;
            food_id := hit.id;
            match := case when pass = 1 and hit.lacks < .5 then 'words' else 'spelling' end;
            score := 1 / (1 + greatest(hit.cost, 0) / 4);
            return next;
        end loop;
    end loop;
end $$;

-- Reads the vocabulary anew from the names of the catalogue. For whoever has loaded some, in the same transaction.
drop function if exists refresh_food_vocabulary();
create function refresh_food_vocabulary() returns void language sql volatile as $$
    with used as (select t.term, count(*)::int as uses from food_terms t where t.user_id is null group by t.term),
    gone as (delete from food_vocabulary v where not exists (select from used u where u.term = v.term))
    insert into food_vocabulary (term, uses) select u.term, u.uses from used u
    on conflict (term) do update set uses = excluded.uses where food_vocabulary.uses <> excluded.uses
$$;

-- The foods of a period's entries that a phrase names, or is the category of: as search_foods takes it, but for spelling. A
-- version that a new one has replaced has the new one's names. One that has none any more is not `asked`: whoever reads this
-- compares the names that were shown.
drop function if exists diary_foods_asked(date, date, text[], text[], text[], text);
create function diary_foods_asked(first_day date, last_day date, phrases text[], hard text[], soft text[], lang text)
returns table (food_id bigint, asked boolean, name_pt text, name_es text, name_en text)
language sql stable as $$
    with eaten as materialized (
        select f.id, f.user_id, f.slug, f.tags, f.name_pt, f.name_es, f.name_en, f.retired_at
          from foods f
         where f.id in (select d.food_id from diary d
                         where d.user_id = fonte_user_id() and d.day between first_day and last_day)),
    named as materialized (
        select e.*, case when e.retired_at is null then e.id
                         when e.user_id is null then (select c.id from foods c
                              where c.user_id is null and c.slug = e.slug and c.retired_at is null)
                         else (select c.id from foods c
                              where c.user_id = e.user_id and c.slug = e.slug and c.retired_at is null)
                    end as current
          from eaten e),
    words as materialized (
        select n.current, w.language, w.word from named n join food_words w on w.food_id = n.current),
    category as (
        select array_agg(w.tag) as tags, coalesce(bool_or(w.language = lang), false) as own
          from food_tag_words w where w.word = any (phrases)),
    holding as (
        select array_agg(w.current) as ids, array_agg(w.language) as languages, array_agg(w.word) as names,
               array_agg(1::real) as weights
          from words w cross join category c
         where cardinality(hard) > 0 and string_to_array(w.word, ' ') @> hard
           and (not c.own or w.language = lang
                and split_part(w.word, ' ', case when lang = 'en' then -1 else 1 end) = any (hard))),
    sure as (
        select w.current from words w where w.word = any (phrases)
        union
        select r.food_id from holding h
         cross join lateral food_names_ranked(h.ids, h.languages, h.names, h.weights, hard, soft, lang) r
         where r.lacks < .5)
    select n.id, coalesce(n.tags && c.tags, false) or n.current in (select s.current from sure s),
           n.name_pt, n.name_es, n.name_en
      from named n cross join category c
     where n.current is null or n.tags && c.tags or n.current in (select s.current from sure s)
$$;
