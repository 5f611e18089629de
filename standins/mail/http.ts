import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Behaviour, readBehaviour } from './behaviour.ts'
import type { Mailbox } from './mailbox.ts'
import { contentSecurityPolicy, listPage, mailPage, missingPage } from './page.ts'

interface Answer {
  status: number
  type: 'text/html' | 'application/json'
  body: string
}

/** Opens the pages and calls on loopback: `GET /`, `/mails/<n>`, `/mails.json`, `POST /control`. */
export async function openHttp(
  port: number,
  mailbox: Mailbox,
  behave: (behaviour: Behaviour) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, mailbox, behave).then(
      (found) => reply(response, found),
      (error: unknown) =>
        reply(response, json(400, { error: error instanceof Error ? error.message : 'failed' })),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function answer(
  request: IncomingMessage,
  mailbox: Mailbox,
  behave: (behaviour: Behaviour) => void,
): Promise<Answer> {
  if (!isMeant(request)) return json(403, { error: 'only as 127.0.0.1 or localhost' })
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (request.method === 'POST' && path === '/control') return control(request, behave)
  if (request.method !== 'GET') return json(405, { error: 'no such call' })
  if (path === '/') return page(200, listPage(mailbox.mails))
  if (path === '/mails.json') return json(200, mailbox.mails)
  const mail = mailbox.find(Number(/^\/mails\/(\d{1,9})$/.exec(path)?.[1]))
  return mail ? page(200, mailPage(mail)) : page(404, missingPage())
}

/** A foreign site that a browser shows could otherwise read the mails by a name of its own that leads here. */
function isMeant({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
}

/** Takes JSON that says so only: a foreign site cannot send that without asking first. */
async function control(request: IncomingMessage, behave: (behaviour: Behaviour) => void): Promise<Answer> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new TypeError('the body must be application/json')
  const behaviour = readBehaviour(JSON.parse(await text(request)))
  behave(behaviour)
  return json(200, behaviour)
}

function page(status: number, body: string): Answer {
  return { status, type: 'text/html', body }
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

function reply(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(body)
}
