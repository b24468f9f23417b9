-- What food search reads. Row-level security lets only leakproof operators reach an index, and those of full text, trigrams
-- and arrays are not: so names are found by equality of their words (food_terms), and spelling is looked up in the
-- vocabulary of the catalogue, which is nobody's and has no such security. Own words are few, and compared one by one.

-- Which list a food came with: one loaded anew retires what it has no more. Null: somebody's own.
alter table foods add column catalogue text;
create index foods_of_catalogue on foods (catalogue) where catalogue is not null and retired_at is null;
create index foods_by_slug on foods (slug) where retired_at is null;

-- With a vector in it every row is long enough for short texts to be moved out of it, one look-up each: not these.
alter table foods
    alter column slug set storage main, alter column name_pt set storage main, alter column name_es set storage main,
    alter column name_en set storage main, alter column tags set storage main, alter column source set storage main,
    alter column flags set storage main, alter column embedding_model set storage main,
    alter column catalogue set storage main;

-- One row a (name, word of it).
create table food_terms (
    term      text collate "C" not null,
    language  text not null,
    size      smallint not null,                      -- words of the name
    food_id   bigint not null,
    word      text not null,                          -- the name
    user_id   uuid references users (id) on delete cascade
);
create index food_terms_by_term on food_terms (term, language, size) include (food_id, word, user_id)
    where user_id is null;
create index food_terms_of_name on food_terms (food_id, language, word);
create index food_terms_of_user on food_terms (user_id, term) where user_id is not null;

-- `place` orders a category's foods: those that are little else come first, dishes made with them last.
create table food_tags (
    tag      text not null,
    food_id  bigint not null,
    place    smallint not null,
    user_id  uuid references users (id) on delete cascade,
    primary key (food_id, tag)
);
create index food_tags_by_tag on food_tags (tag, place, food_id) where user_id is null;
create index food_tags_of_user on food_tags (user_id, tag) where user_id is not null;

-- How people call the tags, by the same keys as names of foods.
create table food_tag_words (
    word      text not null,
    language  text not null,
    tag       text not null,
    primary key (word, language, tag)
);

-- A word as it sounds in Portuguese or Spanish, roughly: typos and spellings by ear often sound the same.
create function food_sound(term text) returns text language sql immutable parallel safe as $$
    select regexp_replace(
             translate(
               regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
                 term, 'ph', 'f', 'g'), 'ch|sh', 'x', 'g'), 'qu(?=[ei])', 'k', 'g'), 'c(?=[eiy])', 's', 'g'),
                 'g(?=[eiy])', 'j', 'g'),
               'cqzyvweoh', 'kksibuiu'),
             '(.)\1+', '\1', 'g')
$$;

create table food_vocabulary (
    term   text collate "C" primary key,
    uses   integer not null,
    sound  text collate "C" not null generated always as (food_sound(term)) stored
);
create index food_vocabulary_sound on food_vocabulary (sound);

-- The model whose vectors food search compares: its own alone.
create table food_embedding (
    one    boolean primary key default true check (one),
    model  text not null
);

alter table food_terms enable row level security;
alter table food_terms force row level security;
alter table food_tags enable row level security;
alter table food_tags force row level security;
create policy food_terms_seen on food_terms for select using (user_id is null or user_id = fonte_user_id());
create policy food_terms_own on food_terms using (user_id = fonte_user_id());
create policy food_terms_loaded on food_terms using (user_id is null and fonte_loading());
create policy food_tags_seen on food_tags for select using (user_id is null or user_id = fonte_user_id());
create policy food_tags_own on food_tags using (user_id = fonte_user_id());
create policy food_tags_loaded on food_tags using (user_id is null and fonte_loading());

-- Whoever names a food makes it found, and whoever retires it takes its names away: only current foods have any.
create function food_words_kept() returns trigger language plpgsql as $$
begin
    insert into food_terms (term, language, size, food_id, word, user_id)
    select distinct t.term, n.language, cardinality(string_to_array(n.word, ' ')), n.food_id, n.word, n.user_id
      from added n cross join lateral unnest(string_to_array(n.word, ' ')) as t (term);
    return null;
end $$;
create trigger food_words_kept after insert on food_words
    referencing new table as added for each statement execute function food_words_kept();

create function food_words_gone() returns trigger language plpgsql as $$
begin
    delete from food_terms t using gone g where t.food_id = g.food_id and t.language = g.language and t.word = g.word;
    return null;
end $$;
create trigger food_words_gone after delete on food_words
    referencing old table as gone for each statement execute function food_words_gone();

create function foods_tagged() returns trigger language plpgsql as $$
begin
    insert into food_tags (tag, food_id, place, user_id)
    select distinct t.tag, n.id,
           cardinality(n.tags) + case when n.computed or n.tags && '{dish,dessert,snack,soup,fast_food}' then 10 else 0 end,
           n.user_id
      from added n cross join lateral unnest(n.tags) as t (tag);
    return null;
end $$;
create trigger foods_tagged after insert on foods
    referencing new table as added for each statement execute function foods_tagged();

create function food_retired() returns trigger language plpgsql as $$
begin
    delete from food_words where food_id = new.id;
    delete from food_tags where food_id = new.id;
    return null;
end $$;
create trigger food_retired after update of retired_at on foods
    for each row when (old.retired_at is null and new.retired_at is not null) execute function food_retired();
