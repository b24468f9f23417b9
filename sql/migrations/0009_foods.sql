-- Foods: the catalogue's, seen by everybody, and people's own, seen by them alone. What a food holds is per 100 g of its
-- edible part; unknown is null, never 0. A food is never rewritten: a changed one is a new row, and the old one is
-- retired, so that an entry of the diary keeps the figures it was stored with.
create table foods (
    id               bigint generated always as identity primary key,
    user_id          uuid references users (id) on delete cascade,   -- null: the catalogue's
    slug             text not null,
    name_pt          text not null,
    name_es          text not null,
    name_en          text not null,
    tags             text[] not null default '{}',
    source           text not null,                 -- of its figures
    computed         boolean not null default false, -- a recipe
    ingredients      jsonb,                          -- of a person's recipe: food, grams
    fingerprint      text not null default '',       -- of all that makes a version
    flags            text[] not null default '{}',   -- figures that look wrong, for operators; nothing is mended
    energy_kcal      numeric(10, 3), protein_g        numeric(10, 3), carbohydrate_g   numeric(10, 3),
    fat_g            numeric(10, 3), fiber_g          numeric(10, 3), sugar_g          numeric(10, 3),
    saturated_fat_g  numeric(10, 3), cholesterol_mg   numeric(10, 3), sodium_mg        numeric(10, 3),
    potassium_mg     numeric(10, 3), calcium_mg       numeric(10, 3), iron_mg          numeric(10, 3),
    magnesium_mg     numeric(10, 3), phosphorus_mg    numeric(10, 3), zinc_mg          numeric(10, 3),
    copper_mg        numeric(10, 3), manganese_mg     numeric(10, 3), selenium_mcg     numeric(10, 3),
    vitamin_a_mcg    numeric(10, 3), vitamin_c_mg     numeric(10, 3), vitamin_d_mcg    numeric(10, 3),
    vitamin_e_mg     numeric(10, 3), vitamin_k_mcg    numeric(10, 3), thiamin_mg       numeric(10, 3),
    riboflavin_mg    numeric(10, 3), niacin_mg        numeric(10, 3), pantothenic_acid_mg numeric(10, 3),
    vitamin_b6_mg    numeric(10, 3), folate_mcg       numeric(10, 3), vitamin_b12_mcg  numeric(10, 3),
    choline_mg       numeric(10, 3),
    embedding        vector(768),                    -- of embedded_text, under embedding_model; filled later
    embedding_model  text,
    embedded_text    text not null default '',       -- rag.diary.embedding says how it is made, and its version
    created_at       timestamptz not null default now(),
    retired_at       timestamptz,                    -- null: current
    check ((embedding is null) = (embedding_model is null))
);
alter table foods alter column embedding set storage plain;
create unique index foods_one_current on foods (user_id, slug) nulls not distinct where retired_at is null;
create index foods_unembedded on foods (id) where embedding is null and retired_at is null;

-- Every name of a current food, folded (lower case, no accents, singular): rag.diary.wording.
create table food_words (
    food_id   bigint not null references foods (id) on delete cascade,
    user_id   uuid references users (id) on delete cascade,
    language  text not null,
    word      text not null,
    shown     boolean not null,                       -- the name that is displayed, not one of the others
    primary key (food_id, language, word)
);
-- Names of the catalogue apart from people's own: thousands may call a food of theirs the same.
create index food_words_word on food_words (word, language) where user_id is null;
create index food_words_of_user on food_words (user_id, word) where user_id is not null;

create table food_measures (
    food_id  bigint not null references foods (id) on delete cascade,
    user_id  uuid references users (id) on delete cascade,
    measure  text not null,
    grams    numeric(9, 3) not null check (grams > 0),
    source   text not null,
    primary key (food_id, measure)
);

create index food_measures_of_user on food_measures (user_id) where user_id is not null;

-- Which state of the bundled catalogue is loaded, so that a start needs to read none of it.
create table food_catalogues (
    name    text primary key,
    digest  text not null
);

alter table foods enable row level security;
alter table foods force row level security;
alter table food_words enable row level security;
alter table food_words force row level security;
alter table food_measures enable row level security;
alter table food_measures force row level security;

create policy foods_seen on foods for select using (user_id is null or user_id = fonte_user_id());
create policy foods_own on foods using (user_id = fonte_user_id());
create policy food_words_seen on food_words for select using (user_id is null or user_id = fonte_user_id());
create policy food_words_own on food_words using (user_id = fonte_user_id());
create policy food_measures_seen on food_measures for select using (user_id is null or user_id = fonte_user_id());
create policy food_measures_own on food_measures using (user_id = fonte_user_id());

-- The catalogue is written only by a transaction that says it loads it and acts for nobody.
create function fonte_loading() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('fonte.loading', true), '') = 'on' and fonte_user_id() is null $$;
create policy foods_loaded on foods using (user_id is null and fonte_loading());
create policy food_words_loaded on food_words using (user_id is null and fonte_loading());
create policy food_measures_loaded on food_measures using (user_id is null and fonte_loading());
