-- What the consultation decides by, as it was published with the note; null where the note came without.
alter table documentos_rag add column protocol jsonb;
