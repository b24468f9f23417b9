"""What people do in Telegram, as realistic updates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.fakes.telegram_messages import photo_size
from tests.fakes.telegram_state import Chat, Json, Sent, State

OGG = b"OggS\x00\x02" + bytes(26)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)
_COMMAND = re.compile(r"/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]+)?")


class People:
    """Acts for users, by their ids. A method queues one update and returns it, unless it says otherwise.

    `more` is laid over the message: `say(7, "oi", date=0)`.
    """

    state: State

    def say(self, user: int, text: str, *, language: str | None = None, **more: Any) -> Json:
        """Writes `text` in private; `language` is what the client announces from now on."""
        chat = self.state.chat(user)
        chat.language = language or chat.language
        return self._message(chat, {"text": text, **_entities(text), **more})

    def press(self, user: int, data: str, message: Sent | int) -> Json:
        """Presses a button of a message of the bot's, whether it still shows it or not."""
        chat = self.state.chat(user)
        number = message if isinstance(message, int) else message.message
        query = f"{user}{self.state.new_id():06}"
        self.state.queries[query] = self.state.clock()
        shown = self.state.messages.get((user, number)) or {
            "chat": chat.json,
            "message_id": number,
            "date": 0,
        }
        body = {"id": query, "from": self.user(chat), "message": shown, "chat_instance": "1", "data": data}
        return self.state.put("callback_query", body)

    def edit(self, user: int, message: Json | int, text: str) -> Json:
        """Edits a message of theirs: its id, or the update that brought it."""
        number = message if isinstance(message, int) else message["message"]["message_id"]
        changed = {"text": text, **_entities(text), "edit_date": int(self.state.clock())}
        new = {**self.state.messages[user, number], **changed}
        self.state.messages[user, number] = new
        return self.state.put("edited_message", new)

    def photo(self, user: int, caption: str = "", *, album: str | None = None, content: bytes = PNG) -> Json:
        size = photo_size(self.state, content)
        body: Json = {"photo": [{**size, "file_id": f"small-{size['file_id']}"}, size]}
        body |= {"caption": caption} if caption else {}
        return self._message(self.state.chat(user), body | ({"media_group_id": album} if album else {}))

    def album(self, user: int, captions: Sequence[str]) -> list[Json]:
        """Sends several photos at once: one update each."""
        group = str(self.state.new_id())
        return [self.photo(user, caption, album=group) for caption in captions]

    def sticker(self, user: int) -> Json:
        kind = {"type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False}
        return self._message(self.state.chat(user), {"sticker": {**self._file("sticker"), **kind}})

    def voice(self, user: int, seconds: int = 3, *, content: bytes = b"voice") -> Json:
        voice = {**self._file("voice", content), "duration": seconds, "mime_type": "audio/ogg"}
        return self._message(self.state.chat(user), {"voice": voice})

    def document(self, user: int, name: str, mime_type: str, caption: str = "") -> Json:
        document = {**self._file("document"), "file_name": name, "mime_type": mime_type}
        body: Json = {"document": document} | ({"caption": caption} if caption else {})
        return self._message(self.state.chat(user), body)

    def location(self, user: int) -> Json:
        return self._message(self.state.chat(user), {"location": {"latitude": 0.0, "longitude": 0.0}})

    def forward(self, user: int, text: str) -> Json:
        origin = {"type": "hidden_user", "sender_user_name": "hidden", "date": int(self.state.clock()) - 60}
        return self._message(self.state.chat(user), {"text": text, "forward_origin": origin})

    def answer(self, user: int, text: str, to: Sent | int) -> Json:
        """Writes `text` as an answer to a message."""
        number = to if isinstance(to, int) else to.message
        answered = {k: v for k, v in self.state.messages[user, number].items() if k != "reply_to_message"}
        return self.say(user, text, reply_to_message=answered)

    def other(self, user: int, kind: str, content: object) -> Json:
        """A message of any kind: contact, poll, dice, video_note, something not invented yet."""
        return self._message(self.state.chat(user), {kind: content})

    def say_in_group(self, user: int, group: int, text: str) -> Json:
        """Writes in a group, whose id is negative."""
        chat = self.state.chat(group, "supergroup")
        sender = self.user(Chat(user))
        return self._message(chat, {"text": text, **_entities(text), "from": sender})

    def block(self, user: int) -> Json:
        return self._membership(user, blocked=True)

    def unblock(self, user: int) -> Json:
        return self._membership(user, blocked=False)

    def flood(self, user: int, seconds: float) -> None:
        """For so long, messages to this chat meet 429. Queues nothing."""
        self.state.chat(user).flooded_until = self.state.clock() + seconds

    def raw(self, update: Any) -> None:
        """Queues anything at all, as Telegram's server would never."""
        self.state.put_raw(update)

    def unknown(self, kind: str, body: Json) -> Json:
        """An update of a kind not invented yet."""
        allowed, self.state.allowed = self.state.allowed, None
        update = self.state.put(kind, body)
        self.state.allowed = allowed
        return update

    def user(self, chat: Chat) -> Json:
        user: Json = {"id": chat.id, "is_bot": False, "first_name": f"User {chat.id}"}
        return user | ({"language_code": chat.language} if chat.language else {})

    def _message(self, chat: Chat, body: Json) -> Json:
        head = {"message_id": self.state.new_message_id(), "from": self.user(chat), "chat": chat.json}
        message = {**head, "date": int(self.state.clock()), **body}
        self.state.messages[chat.id, message["message_id"]] = message
        return self.state.put("message", message)

    def _file(self, kind: str, content: bytes | None = None) -> Json:
        file_id = f"{kind}{self.state.new_id()}"
        self.state.files[file_id] = kind.encode() if content is None else content
        return {"file_id": file_id, "file_unique_id": file_id, "file_size": len(self.state.files[file_id])}

    def _membership(self, user: int, *, blocked: bool) -> Json:
        chat = self.state.chat(user)
        chat.blocked = blocked
        states = ("member", "kicked") if blocked else ("kicked", "member")
        old, new = ({"user": self.state.me, "status": status} for status in states)
        head = {"chat": chat.json, "from": self.user(chat), "date": int(self.state.clock())}
        return self.state.put("my_chat_member", {**head, "old_chat_member": old, "new_chat_member": new})


def _entities(text: str) -> Json:
    command = _COMMAND.match(text)
    return {"entities": [{"type": "bot_command", "offset": 0, "length": command.end()}]} if command else {}
