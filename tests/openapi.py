"""Requests to Discord, held against its own description of its API."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

FILE = Path(os.environ.get("DISCORD_OPENAPI") or "-")
"""Discord's OpenAPI description, if there is one."""


class Description:
    """The body that belongs to each request."""

    def __init__(self, file: Path) -> None:
        self._document = json.loads(file.read_text(encoding="utf-8"))
        self._registry = Registry([("urn:discord", self._document)])
        self._validators: dict[str, Draft202012Validator] = {}
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", r"[^/]+", path)), path)
            for path in sorted(self._document["paths"], key=lambda path: path.count("{"))
        ]

    def errors(self, method: str, path: str, body: Any) -> Iterator[str]:
        """Yield the errors of a request."""
        template = next((name for pattern, name in self._paths if pattern.fullmatch(path)), None)
        if template is None or method.lower() not in self._document["paths"][template]:
            yield f"{method} {path}: no such request"
            return
        if body is None:
            return
        content = self._document["paths"][template][method.lower()].get("requestBody", {}).get("content", {})
        kind = "multipart/form-data" if "multipart/form-data" in content else "application/json"
        if kind not in content:
            yield f"{method} {template}: no body is expected"
            return
        validator = self._validator("paths", template, method.lower(), "requestBody", "content", kind, "schema")
        for error in validator.iter_errors(as_snowflakes(body)):
            deepest = max(leaves(error), key=lambda leaf: len(leaf.instance_path))
            yield f"{method} {template}: {deepest.instance_path} {deepest.message[-200:]}"

    def _validator(self, *parts: str) -> Draft202012Validator:
        """Return the validator for the schema at that place."""
        steps = [part.replace("~", "~0").replace("/", "~1") for part in parts]
        pointer = "/".join(steps).replace("{", "%7B").replace("}", "%7D")
        if pointer not in self._validators:
            schema = {"$ref": f"urn:discord#/{pointer}"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[pointer]


@cache
def description() -> Description:
    """Return the description of `FILE`, read once."""
    return Description(FILE)


def wrong(requests: Iterable[Any]) -> set[str]:
    """Return the errors of the requests that SimCord has recorded."""
    return {error for r in requests for error in description().errors(r.method, r.path, r.json)}


def leaves(error: ValidationError) -> Iterator[ValidationError]:
    """Yield the basic errors of an error; for a component, only those of its own type."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", [])
    if not branches:
        yield error
    for branch in branches:
        if not any(leaf.instance_path == [*error.instance_path, "type"] for leaf in branch):
            for leaf in branch:
                yield from leaves(leaf)


def as_snowflakes(body: Any) -> Any:
    """Return the body with ids as texts: discord.py sends some as numbers, which Discord accepts as well."""
    if isinstance(body, list):
        return [as_snowflakes(item) for item in body]
    if not isinstance(body, dict):
        return body
    found = {key: as_snowflakes(value) for key, value in body.items()}
    if isinstance(found.get("recipient_id"), int):
        found["recipient_id"] = str(found["recipient_id"])
    if isinstance(found.get("users"), list):  # of allowed_mentions
        found["users"] = [str(user) if isinstance(user, int) else user for user in found["users"]]
    if isinstance(replied := found.get("message_reference"), dict):
        found["message_reference"] = {key: str(id) if key.endswith("_id") else id for key, id in replied.items()}
    if isinstance(found.get("emoji"), dict) and isinstance(found["emoji"].get("id"), int):
        found["emoji"]["id"] = str(found["emoji"]["id"])
    for attachment in found.get("attachments") or ():
        if isinstance(attachment, dict) and isinstance(attachment.get("id"), int):
            attachment["id"] = str(attachment["id"])
    return found
