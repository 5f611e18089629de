"""A mail server of another make (Debian's python3-aiosmtpd): STARTTLS and a password demanded, one JSON line a mail.

Arguments: the files of its certificate and key. The user and the password come as a JSON line on stdin; the first line
on stdout tells the port. It ends when stdin closes.
"""
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


def tell(what):
    print(json.dumps(what), flush=True)


class Handler:
    async def handle_DATA(self, server, session, envelope):
        tell(
            {
                "tls": session.ssl is not None,
                "authenticated": session.authenticated,
                "from": envelope.mail_from,
                "to": envelope.rcpt_tos,
                "message": envelope.content.decode("utf-8", "replace"),
            }
        )
        return "250 OK"


async def main():
    cert, key = sys.argv[1:3]
    login = json.loads(sys.stdin.readline())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)

    def authenticate(server, session, envelope, mechanism, data):
        given = [data.login.decode(), data.password.decode()]
        # Not handled=True: aiosmtpd then answers 535 itself.
        return AuthResult(success=given == [login["user"], login["password"]], handled=False)

    def protocol():
        return SMTP(
            Handler(),
            hostname="localhost",
            tls_context=context,
            require_starttls=True,
            authenticator=authenticate,
            auth_required=True,
            auth_require_tls=True,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(protocol, "127.0.0.1", 0)
    tell({"port": server.sockets[0].getsockname()[1]})
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
