-- Foods and the diary as they are read. Every reader is bound by row-level security: views and functions run as who calls.

drop view if exists food_facts;
create view food_facts with (security_invoker = true) as
select f.id, f.slug, f.name_pt, f.name_es, f.name_en, f.tags, f.source, f.computed, f.user_id is not null as own, f.retired_at,
       f.energy_kcal, f.protein_g, f.carbohydrate_g, f.fat_g, f.fiber_g, f.sugar_g, f.saturated_fat_g,
       f.cholesterol_mg, f.sodium_mg, f.potassium_mg, f.calcium_mg, f.iron_mg, f.magnesium_mg, f.phosphorus_mg,
       f.zinc_mg, f.copper_mg, f.manganese_mg, f.selenium_mcg, f.vitamin_a_mcg, f.vitamin_c_mg, f.vitamin_d_mcg,
       f.vitamin_e_mg, f.vitamin_k_mcg, f.thiamin_mg, f.riboflavin_mg, f.niacin_mg, f.pantothenic_acid_mg,
       f.vitamin_b6_mg, f.folate_mcg, f.vitamin_b12_mcg, f.choline_mg,
       coalesce((select jsonb_object_agg(m.measure, jsonb_build_array(m.grams::text, m.source))
                   from food_measures m where m.food_id = f.id), '{}') as measures
  from foods f;

-- One row a (food, nutrient): what 100 g of it hold.
drop view if exists food_nutrients;
create view food_nutrients with (security_invoker = true) as
select f.id as food_id, n.nutrient, n.per_100g
  from foods f
 cross join lateral (values
           ('energy_kcal', f.energy_kcal), ('protein_g', f.protein_g), ('carbohydrate_g', f.carbohydrate_g),
           ('fat_g', f.fat_g), ('fiber_g', f.fiber_g), ('sugar_g', f.sugar_g),
           ('saturated_fat_g', f.saturated_fat_g), ('cholesterol_mg', f.cholesterol_mg),
           ('sodium_mg', f.sodium_mg), ('potassium_mg', f.potassium_mg), ('calcium_mg', f.calcium_mg),
           ('iron_mg', f.iron_mg), ('magnesium_mg', f.magnesium_mg), ('phosphorus_mg', f.phosphorus_mg),
           ('zinc_mg', f.zinc_mg), ('copper_mg', f.copper_mg), ('manganese_mg', f.manganese_mg),
           ('selenium_mcg', f.selenium_mcg), ('vitamin_a_mcg', f.vitamin_a_mcg),
           ('vitamin_c_mg', f.vitamin_c_mg), ('vitamin_d_mcg', f.vitamin_d_mcg),
           ('vitamin_e_mg', f.vitamin_e_mg), ('vitamin_k_mcg', f.vitamin_k_mcg), ('thiamin_mg', f.thiamin_mg),
           ('riboflavin_mg', f.riboflavin_mg), ('niacin_mg', f.niacin_mg),
           ('pantothenic_acid_mg', f.pantothenic_acid_mg), ('vitamin_b6_mg', f.vitamin_b6_mg),
           ('folate_mcg', f.folate_mcg), ('vitamin_b12_mcg', f.vitamin_b12_mcg), ('choline_mg', f.choline_mg)
       ) as n (nutrient, per_100g);

-- One row a (day with entries, nutrient of `wanted`). amount: the sum over what is known, null where nothing is; known: the
-- share of the day's weight that it covers, 0 to 1; the target of that day, its weekday's own before the general one.
drop function if exists diary_totals(date, date, text[]);
create function diary_totals(first_day date, last_day date, wanted text[]) returns table (
    day date, nutrient text, amount numeric, known numeric, entries int, minimum numeric, maximum numeric
) language sql stable as $$
    with eaten as materialized (
        select d.day, d.food_id, sum(d.grams) as grams, count(*) as entries
          from diary d where d.user_id = fonte_user_id() and d.day between first_day and last_day
         group by d.day, d.food_id),
    held as materialized (
        select n.food_id, n.nutrient, n.per_100g from food_nutrients n
         where n.food_id in (select e.food_id from eaten e) and n.nutrient = any (wanted)),
    summed as (
        select e.day, h.nutrient, sum(e.grams * h.per_100g / 100) as amount,
               coalesce(sum(e.grams) filter (where h.per_100g is not null), 0) / sum(e.grams) as known,
               sum(e.entries)::int as entries
          from eaten e join held h on h.food_id = e.food_id
         group by e.day, h.nutrient)
    select s.day, s.nutrient, s.amount, s.known, s.entries, t.minimum, t.maximum
      from summed s
      left join lateral (
           select t.minimum, t.maximum from diary_targets t
            where t.user_id = fonte_user_id() and t.nutrient = s.nutrient
              and coalesce(t.weekday, extract(isodow from s.day) - 1) = extract(isodow from s.day) - 1
            order by t.weekday nulls last limit 1) t on true
     order by s.day, array_position(wanted, s.nutrient)
$$;

-- One row a nutrient over the days that have entries. mean: of the days on which something of it is known. What is partly
-- known is that much at least: such a day may be over a target, but is not told to be under one, nor to be the lowest; and
-- where it may be lower than the lowest of those that are known, there is no lowest.
drop function if exists diary_summary(date, date, text[]);
create function diary_summary(first_day date, last_day date, wanted text[]) returns table (
    nutrient text, total numeric, mean numeric, days int, known numeric, highest_day date, highest numeric,
    lowest_day date, lowest numeric, over date[], under date[]
) language sql stable as $$
    with told as materialized (select * from diary_totals(first_day, last_day, wanted)),
    lows as (
        select t.nutrient, min(t.amount) filter (where t.known = 1) as amount,
               array_agg(t.day order by t.amount, t.day) filter (where t.known = 1) as days,
               min(t.amount) filter (where t.known = 1)
                   <= coalesce(min(coalesce(t.amount, 0)) filter (where t.known < 1), 'infinity') as told
          from told t group by t.nutrient)
    select t.nutrient, sum(t.amount), avg(t.amount), count(*)::int, avg(t.known),
           (array_agg(t.day order by t.amount desc, t.day) filter (where t.amount is not null))[1], max(t.amount),
           case when low.told then low.days[1] end, case when low.told then low.amount end,
           coalesce(array_agg(t.day order by t.day) filter (where t.amount > t.maximum), '{}'),
           coalesce(array_agg(t.day order by t.day) filter (where t.amount < t.minimum and t.known = 1), '{}')
      from told t join lows low on low.nutrient = t.nutrient
     group by t.nutrient, low.told, low.days, low.amount
     order by array_position(wanted, t.nutrient)
$$;

-- All entries of some foods in a period: a row a food, versions of one together, the most eaten first, and before them one of
-- all (`one` is false); none where nothing was eaten. amounts: a sum for each of `wanted`, null where an entry's is unknown.
-- last_*: of what was eaten last.
drop function if exists diary_food_sums(date, date, bigint[], text[]);
create function diary_food_sums(first_day date, last_day date, food_ids bigint[], wanted text[]) returns table (
    one boolean, slug text, entries int, days date[], grams numeric, amounts numeric[], last_eaten date,
    last_grams numeric, name_pt text, name_es text, name_en text
) language sql stable as $$
    with eaten as materialized (
        select d.food_id, f.slug, d.day, d.eaten_at, d.grams, row_number() over (order by d.day, d.eaten_at, d.id) as at
          from diary d join foods f on f.id = d.food_id
         where d.user_id = fonte_user_id() and d.day between first_day and last_day and d.food_id = any (food_ids)),
    summed as materialized (
        select e.slug, n.nutrient, case when bool_and(n.per_100g is not null) then sum(e.grams * n.per_100g / 100) end as amount
          from eaten e join food_nutrients n on n.food_id = e.food_id and n.nutrient = any (wanted)
         group by grouping sets ((e.slug, n.nutrient), (n.nutrient))),
    told as (
        select e.slug, count(*)::int as entries, array_agg(distinct e.day order by e.day) as days, sum(e.grams) as grams,
               max(e.at) as last
          from eaten e group by grouping sets ((e.slug), ()) having count(*) > 0)
    select t.slug is not null, f.slug, t.entries, t.days, t.grams,
           array(select (select s.amount from summed s where s.nutrient = w.nutrient and s.slug is not distinct from t.slug)
                   from unnest(wanted) with ordinality as w (nutrient, at) order by w.at),
           e.day, e.grams, f.name_pt, f.name_es, f.name_en
      from told t join eaten e on e.at = t.last join foods f on f.id = e.food_id
     order by t.slug is not null, t.grams desc, f.slug
$$;
