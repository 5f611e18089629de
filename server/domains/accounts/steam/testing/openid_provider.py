"""A provider of OpenID 2.0 as python3-openid makes it, with the addresses of Steam. Prints its port; ends with its input.

`GET /openid/login?…` signs in whoever the header `x-steamid` names; without it the sign-in is called off.
"""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

from openid.server.server import ProtocolError, Server
from openid.store.memstore import MemoryStore


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(urlsplit(self.path).query, self.sign_in)

    def do_POST(self):
        length = int(self.headers["content-length"])
        self.answer(self.rfile.read(length).decode(), provider.handleRequest)

    def sign_in(self, request):
        steam_id = self.headers.get("x-steamid")
        if steam_id is None:
            return request.answer(False)
        return request.answer(True, identity=f"{origin}/openid/id/{steam_id}")

    def answer(self, fields, decide):
        try:
            request = provider.decodeRequest(dict(parse_qsl(fields, keep_blank_values=True)))
            answer = provider.encodeResponse(decide(request))
        except ProtocolError as error:
            self.send(400, {}, str(error))
        else:
            self.send(answer.code, answer.headers, answer.body)

    def send(self, status, headers, body):
        body = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
origin = f"http://127.0.0.1:{listener.server_port}"
provider = Server(MemoryStore(), op_endpoint=f"{origin}/openid/login")
Thread(target=listener.serve_forever, daemon=True).start()
print(listener.server_port, flush=True)
sys.stdin.read()
