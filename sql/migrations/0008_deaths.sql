-- What failed is told from what was in hand when a process died: of the latter, only the fatal one is to be given up.
alter table inbox add column deaths integer not null default 0; -- claims that ended in no word
alter table inbox_chats add column alone boolean not null default false; -- its lease is of an update that was at several deaths
create index inbox_chats_alone on inbox_chats (bot) where alone;
