"""Parameters of a call, and the messages that come of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.telegram_entities import CantParse, formatted, is_empty
from tests.fakes.telegram_state import Chat, Json, Refused, Sent, State, bad_request

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


@dataclass(frozen=True)
class Params:
    """A call's parameters: as strings, or as JSON where the body was JSON; and its files."""

    values: Json
    files: dict[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        value = self.values.get(name, "")
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str) -> int | None:
        try:
            return int(self.text(name))
        except ValueError:
            return None

    def flag(self, name: str) -> bool:
        return self.text(name).lower() in {"true", "1"}

    def json(self, name: str) -> Any:
        value = self.values.get(name)
        try:
            return json.loads(value) if isinstance(value, str) and value else value
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None

    @property
    def decoded(self) -> Json:
        """For the record: everything, with nested JSON decoded."""
        nested = ("reply_markup", "link_preview_options", "reply_parameters", "commands", "allowed_updates")
        return {name: self._lenient(name) if name in nested else value for name, value in self.values.items()}

    def _lenient(self, name: str) -> Any:
        try:
            return self.json(name)
        except Refused:
            return self.values[name]


def photo_size(state: State, content: bytes) -> Json:
    file_id = f"photo{state.new_id()}"
    state.files[file_id] = content
    return {
        "file_id": file_id,
        "file_unique_id": file_id,
        "width": 90,
        "height": 90,
        "file_size": len(content),
    }


def document_of(state: State, content: bytes) -> Json:
    file_id = f"document{state.new_id()}"
    state.files[file_id] = content
    return {"file_id": file_id, "file_unique_id": file_id, "file_size": len(content)}


def read_text(params: Params, name: str) -> tuple[str, list[Json]]:
    mode = params.text("parse_mode")
    if mode and mode.lower() != "html":
        raise bad_request("unsupported parse_mode")
    try:
        return formatted(params.text(name), mode)
    except CantParse as error:
        raise bad_request(f"can't parse entities: {error}") from None


def _markup(params: Params) -> Json | None:
    markup = params.json("reply_markup")
    if markup is None:
        return None
    if not isinstance(markup, dict) or not isinstance(markup.get("inline_keyboard"), list):
        raise bad_request("object expected as reply markup")
    buttons = [button for row in markup["inline_keyboard"] for button in row]
    if len(buttons) > 100:
        raise bad_request("reply markup is too long")
    for button in buttons:
        if is_empty(button.get("text", "")):
            raise bad_request("inline keyboard button text must be non-empty")
        if "url" not in button and not 1 <= len(button.get("callback_data", "").encode()) <= 64:
            raise bad_request("BUTTON_DATA_INVALID")
    return markup if buttons else None


def _answered(state: State, params: Params, chat: Chat) -> Json | None:
    parameters = params.json("reply_parameters")
    if not parameters:
        return None
    message = state.messages.get((chat.id, parameters["message_id"]))
    if message is None and not parameters.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return message


def deliver(state: State, params: Params, chat: Chat, method: str, content: Json) -> Json:
    markup, answered = _markup(params), _answered(state, params, chat)
    state.spend(chat)
    head = {"message_id": state.new_message_id(), "from": state.me, "chat": chat.json}
    message: Json = {**head, "date": int(state.clock()), **{k: v for k, v in content.items() if v}}
    if markup:
        message["reply_markup"] = markup
    if answered:
        message["reply_to_message"] = {k: v for k, v in answered.items() if k != "reply_to_message"}
    return _kept(state, params, method, message)


def edit(state: State, params: Params, method: str, content: Json) -> Json:
    chat = state.writable(params.integer("chat_id"))
    old = state.messages.get((chat.id, params.integer("message_id") or 0))
    if old is None:
        raise bad_request("message to edit not found")
    if old["from"]["id"] != state.me["id"]:
        raise bad_request("message can't be edited")
    markup = _markup(params)
    new = {k: v for k, v in {**old, **content, "reply_markup": markup}.items() if v}
    if {**new, "edit_date": 0} == {**old, "edit_date": 0}:
        raise bad_request(_NOT_MODIFIED)
    state.spend(chat)
    return _kept(state, params, method, {**new, "edit_date": int(state.clock())})


def _kept(state: State, params: Params, method: str, message: Json) -> Json:
    chat, number = message["chat"]["id"], message["message_id"]
    state.messages[chat, number] = message
    text = message.get("text") or message.get("caption", "")
    entities = message.get("entities") or message.get("caption_entities", [])
    state.record([Sent(method, chat, number, text, entities, params.decoded, state.clock())])
    return message
