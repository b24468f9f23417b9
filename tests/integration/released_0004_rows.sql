-- Rows of a service that runs the release of released_0004.sql: notes, and one person who was answered. Never edited.
select set_config('fonte.user_id', '11111111-1111-1111-1111-111111111111', false);

insert into embedding_models (name, active) values ('local', true), ('provider', false);
insert into documentos_rag (id, especialidade, slug, titulo, titles, conteudo, versao, retired_at, embedding) values
    (1, 'cardiologia', 'sopro', 'Sopro', '{"es": "Soplo"}', 'texto antigo', 1, now(), array_fill(1, array[768])::vector),
    (2, 'cardiologia', 'sopro', 'Sopro', '{"es": "Soplo"}', 'texto novo', 2, null, array_fill(1, array[768])::vector);
insert into document_sentences (document_id, position, section, text, translations, embedding)
    values (2, 0, 'about', 'texto novo', '{"en": "new text"}', array_fill(1, array[768])::vector);
insert into document_vectors (specialty, document_id, model, kind, text, embedding) values
    ('cardiologia', 2, 'local', 'part', 'texto novo', array_fill(1, array[768])::vector),
    ('cardiologia', 2, 'local', 'phrase', 'barulho no coração', array_fill(1, array[768])::vector),
    ('cardiologia', 2, 'provider', 'part', 'texto novo', array_fill(1, array[768])::vector);
insert into text_vectors values ('local', sha256('texto novo'), array_fill(1, array[768])::vector);
insert into general_phrases values ('local', 'pt-BR', 'bom dia', array_fill(1, array[768])::vector);
insert into bundled_corpus (digest) values ('0004');

insert into users (id, channel, external_id, language)
    values ('11111111-1111-1111-1111-111111111111', 'telegram', '42', 'pt-BR');
insert into consents values ('11111111-1111-1111-1111-111111111111', '2026-11', now(), null);
insert into prompts (hash, name, text) values ('abc', 'answer', 'um pedido');
insert into mensagens (id, user_id, direction, kind, in_reply_to, text, language, especialidade, status, fontes_rag,
                       evidence, query_text, query_embedding, embedding_model, prompt_hash, degraded, created_at) values
    ('22222222-2222-2222-2222-222222222222', '11111111-1111-1111-1111-111111111111', 'in', 'text', null, 'pergunta',
     'pt-BR', 'cardiologia', null, '[]', '[]', null, null, null, null, '{}', now()),
    ('33333333-3333-3333-3333-333333333333', '11111111-1111-1111-1111-111111111111', 'out', 'text',
     '22222222-2222-2222-2222-222222222222', 'resposta [1]', 'pt-BR', 'cardiologia', 'PENDENTE',
     '[{"titulo": "Sopro", "similarity": 0.9, "documento_id": 2, "versao": 2, "hash": "h", "posicao": 1, "citada": true}]',
     '[{"kind": "faq", "id": "privacidade", "hash": "f"}]', 'pergunta', array_fill(1, array[768])::vector, 'local',
     'abc', '{chat:quota}', now());

insert into inbox (bot, update_id, chat, payload, state, attempts, error, finished_at) values
    (7, 1, '42', null, 'done', 1, null, now()),
    (7, 2, '42', '{"update_id": 2}', 'new', 0, null, null),
    (7, 3, '43', '{"update_id": 3}', 'dead', 6, 'TimeoutError', now()),
    (7, 4, null, '{"update_id": 4}', 'quarantined', 0, 'odd', now());
insert into inbox_chats (bot, chat) values (7, '42');
insert into poll_cursor (bot, next_offset) values (7, 5);
insert into outbox (bot, chat, reply_id, payload, plain, language, state, repeats, message_id, sent_at) values
    (7, '42', '33333333-3333-3333-3333-333333333333', '{"text": "resposta"}', '{"text": "resposta"}', 'pt-BR', 'sent',
     null, '9', now()),
    (7, '42', '33333333-3333-3333-3333-333333333333', '{"text": "resposta"}', '{"text": "resposta"}', 'pt-BR', 'pending',
     1, null, null);
insert into outbox_chats (bot, chat, run_after, blocked_at) values (7, '42', now(), null), (7, '43', null, now());
insert into outbox_pace values (7, now());
insert into group_notices (bot, chat) values (7, '-100');
insert into button_tokens (token, user_id, reply_id, data) values
    ('abcdef', '11111111-1111-1111-1111-111111111111', '33333333-3333-3333-3333-333333333333', 'sources:3');
insert into rate_buckets (user_id, tokens, noticed_at) values ('11111111-1111-1111-1111-111111111111', 2.5, now());
insert into model_usage values ('2026-11-30', 3, 1200);
