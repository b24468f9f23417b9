"""The methods of the fake Bot API that Fonte uses, with the real rules (https://core.telegram.org/bots/api)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from tests.fakes.telegram_entities import is_empty, units
from tests.fakes.telegram_messages import Params, deliver, document_of, edit, photo_size, read_text
from tests.fakes.telegram_state import Json, Refused, State, Webhook, bad_request

_ACTIONS = frozenset({
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
    "upload_document", "choose_sticker", "find_location", "record_video_note", "upload_video_note",
})  # fmt: skip
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_LARGEST_PHOTO = 10 * 1024 * 1024
_LARGEST_DOCUMENT = 50 * 1024 * 1024
_LARGEST_DOWNLOAD = 20 * 1024 * 1024
_OTHER_CONSUMER = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


Method = Callable[[State, Params], Awaitable[Any]]


async def get_me(state: State, _: Params) -> Json:
    return state.me


async def get_updates(state: State, params: Params) -> list[Json]:
    if state.has_webhook():
        raise Refused(409, _WEBHOOK_ACTIVE)
    if "allowed_updates" in params.values:
        state.allowed = params.json("allowed_updates") or None
    mine = state.consumer = object()
    state.confirm(params.integer("offset") or 0)
    limit = params.integer("limit") or 100
    loop = asyncio.get_running_loop()
    end = loop.time() + min(max(params.integer("timeout") or 0, 0), 50)
    while state.consumer is mine and not state.has_webhook():
        if state.queue or loop.time() >= end:
            return state.queue[: limit if 1 <= limit <= 100 else 100]
        await state.changed.wait(end - loop.time())
    raise Refused(409, "Conflict: terminated by setWebhook request" if state.has_webhook() else _OTHER_CONSUMER)


async def set_webhook(state: State, params: Params) -> bool:
    url, secret = params.text("url"), params.text("secret_token")
    connections = params.integer("max_connections") or 40
    if url and not url.startswith(("https://", "http://127.0.0.1", "http://localhost")):  # loopback: for tests
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if secret and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
        raise bad_request("secret token contains unallowed characters")
    if not 1 <= connections <= 100:
        raise bad_request("max_connections is out of range")
    if "allowed_updates" in params.values:
        state.allowed = params.json("allowed_updates") or None
    if params.flag("drop_pending_updates"):
        state.queue.clear()
    state.webhook = Webhook(url, secret, connections)
    state.changed.notify()
    return True


async def delete_webhook(state: State, params: Params) -> bool:
    if params.flag("drop_pending_updates"):
        state.queue.clear()
    state.webhook = Webhook()
    state.changed.notify()
    return True


async def get_webhook_info(state: State, _: Params) -> Json:
    hook = state.webhook
    info: Json = {"url": hook.url, "has_custom_certificate": False, "pending_update_count": len(state.queue)}
    if hook.url:
        info["max_connections"] = hook.max_connections
    if hook.last_error:
        info |= {"last_error_date": int(hook.last_error_at), "last_error_message": hook.last_error}
    return info | ({"allowed_updates": state.allowed} if state.allowed else {})


async def send_message(state: State, params: Params) -> Json:
    chat = state.writable(params.integer("chat_id"))
    text, entities = read_text(params, "text")
    if is_empty(text):
        raise bad_request("message text is empty")
    if units(text) > 4096:
        raise bad_request("message is too long")
    return deliver(state, params, chat, "sendMessage", {"text": text, "entities": entities})


async def send_photo(state: State, params: Params) -> Json:
    chat = state.writable(params.integer("chat_id"))
    caption, entities = read_text(params, "caption")
    if units(caption) > 1024:
        raise bad_request("message caption is too long")
    name = params.text("photo").removeprefix("attach://")
    photo = params.files.get(name) or params.files.get("photo") or state.files.get(name)
    if photo is None:
        raise bad_request("there is no photo in the request")
    if len(photo) > _LARGEST_PHOTO:
        raise Refused(413, "Request Entity Too Large")
    if not photo.startswith(_PICTURES):
        raise bad_request("IMAGE_PROCESS_FAILED")
    content = {"photo": [photo_size(state, photo)], "caption": caption, "caption_entities": entities}
    return deliver(state, params, chat, "sendPhoto", content)


async def send_document(state: State, params: Params) -> Json:
    chat = state.writable(params.integer("chat_id"))
    caption, entities = read_text(params, "caption")
    if units(caption) > 1024:
        raise bad_request("message caption is too long")
    name = params.text("document").removeprefix("attach://")
    content = params.files.get(name) or params.files.get("document") or state.files.get(name)
    if not content:
        raise bad_request("there is no document in the request" if content is None else "file must be non-empty")
    if len(content) > _LARGEST_DOCUMENT:
        raise Refused(413, "Request Entity Too Large")
    document = {"document": document_of(state, content), "caption": caption, "caption_entities": entities}
    return deliver(state, params, chat, "sendDocument", document)


async def send_chat_action(state: State, params: Params) -> bool:
    chat = state.writable(params.integer("chat_id"))
    if params.text("action") not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    if chat.flooded_until > state.clock():
        state.spend(chat)
    return True


async def answer_callback_query(state: State, params: Params) -> bool:
    asked = state.queries.get(params.text("callback_query_id"))
    if asked is None or state.clock() - asked > state.limits.query_age_s:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    if len(params.text("text")) > 200:
        raise bad_request("MESSAGE_TOO_LONG")
    return True


async def edit_message_text(state: State, params: Params) -> Json:
    text, entities = read_text(params, "text")
    if is_empty(text):
        raise bad_request("message text is empty")
    if units(text) > 4096:
        raise bad_request("message is too long")
    return edit(state, params, "editMessageText", {"text": text, "entities": entities})


async def edit_message_reply_markup(state: State, params: Params) -> Json:
    return edit(state, params, "editMessageReplyMarkup", {})


async def set_my_commands(state: State, params: Params) -> bool:
    commands, language = params.json("commands"), params.text("language_code")
    if not isinstance(commands, list) or len(commands) > 100:
        raise bad_request("too many commands specified")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command.get("command", "").removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command.get("description", "")) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    state.commands[language] = commands
    return True


async def get_my_commands(state: State, params: Params) -> list[Json]:
    return state.commands.get(params.text("language_code"), [])


async def get_file(state: State, params: Params) -> Json:
    file_id = params.text("file_id")
    if file_id not in state.files:
        raise bad_request("invalid file_id")
    size = len(state.files[file_id])
    if size > _LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    return {"file_id": file_id, "file_unique_id": file_id, "file_size": size, "file_path": f"files/{file_id}"}


METHODS: dict[str, Method] = {
    method.__name__.replace("_", ""): method
    for method in (
        get_me, get_updates, set_webhook, delete_webhook, get_webhook_info, send_message, send_photo,
        send_document, send_chat_action, answer_callback_query, edit_message_text, edit_message_reply_markup,
        set_my_commands, get_my_commands, get_file,
    )
}  # fmt: skip
"""By name in lower case: the Bot API doesn't mind a method's case."""
