import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type MailFaults, readMailFaults } from './faults.ts'
import type { Mailbox } from './mailbox.ts'
import { contentSecurityPolicy, listPage, mailPage, missingPage } from './pages.ts'
import { isLoopbackHost } from '../loopback-host.ts'

interface HttpResponse {
  status: number
  type: 'text/html' | 'application/json'
  body: string
}

/** Opens the pages and calls on loopback: `GET /`, `/mails/<n>`, `/mails.json`, `POST /control`. */
export async function startHttpServer(
  port: number,
  mailbox: Mailbox,
  behave: (behaviour: MailFaults) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    handleRequest(request, mailbox, behave).then(
      (found) => sendResponse(response, found),
      (error: unknown) =>
        sendResponse(
          response,
          jsonResponse(400, { error: error instanceof Error ? error.message : 'failed' }),
        ),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function handleRequest(
  request: IncomingMessage,
  mailbox: Mailbox,
  behave: (behaviour: MailFaults) => void,
): Promise<HttpResponse> {
  if (!isLoopbackHost(request)) return jsonResponse(403, { error: 'only as 127.0.0.1 or localhost' })
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (request.method === 'POST' && path === '/control') return handleControl(request, behave)
  if (request.method !== 'GET') return jsonResponse(405, { error: 'no such call' })
  if (path === '/') return htmlResponse(200, listPage(mailbox.mails))
  if (path === '/mails.json') return jsonResponse(200, mailbox.mails)
  const mail = mailbox.find(Number(/^\/mails\/(\d{1,9})$/.exec(path)?.[1]))
  return mail ? htmlResponse(200, mailPage(mail)) : htmlResponse(404, missingPage())
}

/** Takes JSON that says so only: a foreign site cannot send that without asking first. */
async function handleControl(
  request: IncomingMessage,
  behave: (behaviour: MailFaults) => void,
): Promise<HttpResponse> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new TypeError('the body must be application/json')
  const behaviour = readMailFaults(JSON.parse(await text(request)))
  behave(behaviour)
  return jsonResponse(200, behaviour)
}

function htmlResponse(status: number, body: string): HttpResponse {
  return { status, type: 'text/html', body }
}

function jsonResponse(status: number, value: unknown): HttpResponse {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

function sendResponse(response: ServerResponse, { status, type, body }: HttpResponse): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(body)
}
