"""A small HTTP/1.1 client: one connection, kept open, and opened again where it was lost."""

import asyncio
import json


class Answer:
    """What a request was answered with."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def is_stale(self):
        """Whether it was given from the last known items: the server says how old they are."""
        return "age" in self.headers

    def json(self):
        return json.loads(self.body)


class Lost(Exception):
    """The connection ended, or the time was up, before the whole answer was there."""


class Client:
    """One connection to a server on this machine."""

    def __init__(self, port, timeout=30):
        self.port = port
        self.timeout = timeout
        self.reader = None
        self.writer = None

    async def send(self, method, path, body=None, kind="application/json"):
        """Sends a request once, and never again by itself: nobody knows what a lost one did."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        data = (body or "").encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(data)}\r\n"
        if body is not None:
            head += f"Content-Type: {kind}\r\n"
        try:
            return await asyncio.wait_for(self._exchange(head.encode() + b"\r\n" + data), self.timeout)
        except (OSError, EOFError, asyncio.TimeoutError, ValueError) as error:
            self.close()
            raise Lost(f"{method} {path}: {error!r}") from error

    async def _exchange(self, request):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(request)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ")[1])
        headers = {}
        for line in head[1:]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        body = await self._body(headers, status)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    async def _body(self, headers, status):
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = b""
            while True:
                size = int((await self.reader.readline()).strip(), 16)
                body += await self.reader.readexactly(size)
                await self.reader.readline()
                if size == 0:
                    return body
        if status == 204:
            return b""
        return await self.reader.readexactly(int(headers.get("content-length", "0")))

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
