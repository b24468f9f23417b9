-- Of a person's replies the latest ones of a few hours: without this a long history is walked to its beginning.
create index mensagens_replies_by_time on mensagens (user_id, created_at desc) where direction = 'out';
