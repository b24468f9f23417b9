-- Experiments over the golden sets: what each item scored. Nobody's own words are in here, so nobody's rows are hidden.
create table experiments (
    id          bigint generated always as identity primary key,
    name        text not null check (name <> ''),
    started_at  timestamptz not null,
    settings    jsonb not null default '{}',            -- those that differ from Fonte's own
    commit      text not null default '',
    models      text[] not null default '{}',           -- embedder, writer
    note        text not null default ''
);
create index experiments_newest on experiments (started_at desc, id desc);
create index experiments_by_name on experiments (name, started_at desc);

create table experiment_items (
    experiment_id  bigint not null references experiments (id) on delete cascade,
    set            text not null,
    metric         text not null,
    item_id        text not null,
    split          text not null check (split in ('dev', 'test')),
    value          double precision not null,           -- more is better
    detail         jsonb not null default '{}',         -- what came, in names and numbers
    primary key (experiment_id, set, metric, item_id)
);
