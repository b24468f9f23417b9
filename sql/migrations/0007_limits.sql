-- What ties an update to others of its chat: an edit amends its message while that waits, an album is answered once.
alter table inbox
    add column message     text,                           -- the channel's id of the message; null for an edit or a press
    add column album       text,                           -- the channel's id of the album that it is part of
    add column worded      boolean not null default false, -- it has words: of an album, the one to be answered
    add column amended_by  bigint;                         -- the update of the last edit that changed its payload
create index inbox_album on inbox (bot, chat, album) where album is not null;

-- When somebody was last held up. Their next flood begins, with a notice, after a quiet time.
alter table rate_buckets rename column noticed_at to flooded_at;
