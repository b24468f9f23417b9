-- A message that goes takes its replies along: without this each of a person's messages would read the whole table.
create index mensagens_in_reply_to on mensagens (in_reply_to) where in_reply_to is not null;

-- One row that counts the corpus's changes (triggers: sql/functions/documents.sql), whoever made them: what a process
-- remembers of the corpus is as old as the number it was read at.
create table corpus_version (
    one      boolean primary key default true check (one),
    version  bigint not null default 0
);
insert into corpus_version default values;

-- Every published answer of the FAQ, so that a reply that rests on one can be read again after the FAQ has changed.
create table faq_texts (
    hash        text primary key,          -- SHA-256 of text in hex, as in mensagens.evidence
    id          text not null,             -- the entry's, and the language, where the text was first seen
    language    text not null,
    text        text not null,
    created_at  timestamptz not null default now()
);
