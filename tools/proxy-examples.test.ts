import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePorts } from '@clutch/server/testing/free-port.ts'
import { peerPath } from './testing/peers.ts'
import { hasPeerProgram } from './testing/test-options.ts'
import { startNginx } from './testing/nginx.ts'

const deploy = join(import.meta.dirname, '../deploy')
const folder = mkdtempSync(join(tmpdir(), 'clutch-proxy-'))
const at = (...path: string[]) => join(folder, ...path)
const site = 'cs.example.org'

/** What the portal saw of the last request. */
let seen: { path: string; headers: IncomingHttpHeaders } | null = null
let healthChecks = 0
/** Answers as the portal does: a stream sends one event and stays open. */
const portal = createServer((incoming, reply) => {
  if (incoming.url === '/healthz') {
    healthChecks += 1
    reply.end()
    return
  }
  seen = { path: incoming.url ?? '', headers: incoming.headers }
  incoming.resume()
  if (/stream|\/log$/.test(incoming.url ?? '')) {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.write('data: first\n\n')
    return
  }
  incoming.on('end', () => reply.writeHead(200).end('fine'))
})
let portalPort = 0

beforeAll(async () => {
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
  portalPort = (portal.address() as AddressInfo).port
  const certificate = `-nodes -days 2 -subj /CN=${site} -keyout ${at('key.pem')} -out ${at('cert.pem')}`
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...certificate.split(' ')])
  mkdirSync(at('logs'))
})
afterAll(() => {
  portal.closeAllConnections()
  portal.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  first: string
}

/** Asks the proxy by https, as a browser behind no other proxy; resolves at the first bytes of the body. */
function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const method = body === undefined ? 'GET' : 'POST'
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method,
      servername: site,
      rejectUnauthorized: false,
      headers: { host: site, ...headers },
    },
    (reply) => {
      reply.once('data', (part: Buffer) => {
        resolve({ status: reply.statusCode ?? 0, first: part.toString() })
        reply.destroy()
      })
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, first: '' }))
    },
  )
  sent.once('error', reject)
  sent.end(body)
  return promise
}

/** Where a proxy that redirects from plain http listens. */
interface PlainPorts {
  port: number
  plainPort: number
}

interface ProxyUnderTest {
  start: (ports: PlainPorts) => ChildProcess
  /** Its answer while no portal listens. */
  unavailable?: number
}

function testProxy({ start, unavailable = 502 }: ProxyUnderTest): void {
  let proxy: ChildProcess
  let port = 0
  let plainPort = 0

  beforeAll(async () => {
    ;[port = 0, plainPort = 0] = await freePorts(2)
    proxy = start({ port, plainPort })
    await vi.waitFor(() => ask(port, '/'), { timeout: 20_000, interval: 100 })
  }, 30_000)
  afterAll(async () => {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  })

  const askPlain = (path: string) => fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: 'manual' })

  test('plain http leads to the same address by https', async () => {
    const { status, headers } = await askPlain('/faq?page=2')
    expect([301, 308]).toContain(status)
    expect(headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/faq\?page=2$/)
  })

  test('I10 the address of a visitor is that of the connection, whatever they claim', async () => {
    expect(await ask(port, '/faq', { 'x-forwarded-for': '203.0.113.9' })).toEqual({
      status: 200,
      first: 'fine',
    })
    expect(seen?.headers).toMatchObject({
      host: site,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
  })

  test.each(['/api/servers/stream', '/api/scrim/stream', '/api/operator/servers/0198/log'])(
    'D18 the first event of %s arrives while the stream stays open',
    async (path) => {
      expect(await ask(port, path)).toEqual({ status: 200, first: 'data: first\n\n' })
    },
  )

  test('G17 a large upload passes', async () => {
    expect(await ask(port, '/api/demos', {}, Buffer.alloc(8 * 1024 ** 2))).toMatchObject({ status: 200 })
  })

  test('I10 no secret of an address is in a log: neither of reports nor of a query, also while the portal is away', async () => {
    await ask(port, '/api/events/log/SECRET-OF-A-SERVER')
    expect(seen?.path).toBe('/api/events/log/SECRET-OF-A-SERVER')
    await ask(port, '/login/callback?token=SECRET-TOKEN&state=SECRET-STATE')
    await askPlain('/api/events/log/SECRET-OF-A-SERVER')
    await askPlain('/login/callback?token=SECRET-TOKEN&state=SECRET-STATE')
    await ask(port, '/is-logged')
    portal.closeAllConnections()
    portal.close()
    expect((await ask(port, '/api/events/log/SECRET-OF-A-SERVER')).status).toBe(unavailable)
    portal.listen(portalPort, '127.0.0.1')
    await once(portal, 'listening')
    const logs = () =>
      readdirSync(at('logs'))
        .map((name) => readFileSync(at('logs', name), 'utf8'))
        .join('\n')
    await vi.waitFor(() => expect(logs()).toContain('/is-logged'), { timeout: 10_000 })
    expect(logs()).not.toMatch(/SECRET-OF-A-SERVER|SECRET-TOKEN|SECRET-STATE/)
  })
}

/** The shipped file with the addresses and paths of this test. */
const adapt = (file: string, changes: Record<string, string>) =>
  Object.entries(changes).reduce(
    (text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    },
    readFileSync(join(deploy, file), 'utf8'),
  )

const run = (program: string, args: string[], output: 'ignore' | number = 'ignore') =>
  spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH: peerPath, HOME: folder },
  })

describe.skipIf(!hasPeerProgram('nginx'))('deploy/nginx/clutch.conf', () => {
  testProxy({
    start: ({ port, plainPort }) => {
      const server = adapt('nginx/clutch.conf', {
        'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
        'listen 80;': `listen 127.0.0.1:${plainPort};`,
        // Not every machine has IPv6.
        'listen [::]:443 ssl http2;': '',
        'listen [::]:80;': '',
        '/etc/letsencrypt/live/cs.example.org/fullchain.pem': at('cert.pem'),
        '/etc/letsencrypt/live/cs.example.org/privkey.pem': at('key.pem'),
        '/var/log/nginx/': `${at('logs')}/`,
        '127.0.0.1:8080': `127.0.0.1:${portalPort}`,
      })
      return startNginx(folder, server)
    },
  })
})

describe.skipIf(!hasPeerProgram('haproxy'))('deploy/haproxy/haproxy.cfg', () => {
  test('K every process is asked whether it is healthy', async () => {
    const before = healthChecks
    await vi.waitFor(() => expect(healthChecks - before).toBeGreaterThan(3), { timeout: 20_000 })
  })

  testProxy({
    unavailable: 503,
    start: ({ port, plainPort }) => {
      writeFileSync(
        at('both.pem'),
        readFileSync(at('cert.pem'), 'utf8') + readFileSync(at('key.pem'), 'utf8'),
      )
      const config = adapt('haproxy/haproxy.cfg', {
        'log /dev/log local0': 'log stdout format raw local0',
        'user haproxy': '',
        'group haproxy': '',
        'maxconn 20000': 'maxconn 100',
        'bind :::443 v4v6': `bind 127.0.0.1:${port}`,
        'bind :::80 v4v6': `bind 127.0.0.1:${plainPort}`,
        '/etc/haproxy/cs.example.org.pem': at('both.pem'),
        '127.0.0.1:8080': `127.0.0.1:${portalPort}`,
        '127.0.0.1:8081': `127.0.0.1:${portalPort}`,
        '127.0.0.1:8082': `127.0.0.1:${portalPort}`,
      })
      writeFileSync(at('haproxy.cfg'), config)
      return run('haproxy', ['-db', '-f', at('haproxy.cfg')], openSync(at('logs/haproxy.log'), 'a'))
    },
  })
})

/** Whether Caddy is 2.8 or newer; Debian's is not. */
const knowsLogSkip = () =>
  spawnSync('caddy', ['adapt', '--config', join(deploy, 'caddy/Caddyfile'), '--adapter', 'caddyfile'], {
    env: { ...process.env, PATH: peerPath },
  }).status === 0

describe.skipIf(!hasPeerProgram('caddy'))('deploy/caddy/Caddyfile', () => {
  testProxy({
    start: ({ port, plainPort }) => {
      const server = adapt('caddy/Caddyfile', {
        'cs.example.org {': `https://cs.example.org:${port} {\n\ttls ${at('cert.pem')} ${at('key.pem')}`,
        '/var/log/caddy/': `${at('logs')}/`,
        '127.0.0.1:8080': `127.0.0.1:${portalPort}`,
        ...(!knowsLogSkip() && { log_skip: 'skip_log' }),
      })
      writeFileSync(
        at('Caddyfile'),
        `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${server}`,
      )
      return run('caddy', ['run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'])
    },
  })
})

test.skipIf(!hasPeerProgram('systemd-analyze')).each([
  ['clutch.service', 'clutch.service'],
  ['clutch@.service', 'clutch@web1.service'],
])('K the systemd unit %s is valid', (file, name) => {
  const unit = adapt(`systemd/${file}`, {
    'User=clutch': 'User=root',
    '/opt/clutch/current/node_modules/.bin/node': process.execPath,
  })
  writeFileSync(at(file), unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', at(name)], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('K commands run as the systemd service does: same user, folder, settings and program', () => {
  const properties = (text: string) =>
    text.match(/(?:User|WorkingDirectory|EnvironmentFile|UMask|Environment=CLUTCH_DATA_DIR)=\S+/g)?.toSorted()
  const script = readFileSync(join(deploy, 'systemd/run.sh'), 'utf8').replaceAll(
    /"\$\{\w+:-([^}]+)\}"/g,
    (_, value: string) => value,
  )
  const unit = readFileSync(join(deploy, 'systemd/clutch.service'), 'utf8')
  expect(properties(script)).toEqual(properties(unit))
  const [, program = 'none'] = /^ExecStart=(\S+) /m.exec(unit) ?? []
  expect(script).toContain(`\n  ${program} "$@"`)
})
