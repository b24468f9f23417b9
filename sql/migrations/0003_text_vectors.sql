-- Every text of the corpus that was ever embedded, so that no text is paid for twice and an ingestion cut short by a
-- quota goes on where it stopped. Texts are known by the SHA-256 of their UTF-8.
create table text_vectors (
    model      text not null,
    text_hash  bytea not null,
    embedding  vector(768) not null,
    primary key (model, text_hash)
);
alter table text_vectors alter column embedding set storage plain;
