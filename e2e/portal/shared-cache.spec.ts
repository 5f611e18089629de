import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCalls } from '@clutch/contract/api/index.ts'
import { freePort } from '@clutch/server/testing/free-port.ts'
import { startNginx } from '@clutch/tools/testing/nginx.ts'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { type Session, createSession, takePerson } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'

const documents = ['/', '/leaderboard', '/vip', '/pracc', '/faq', '/orders', '/settings/security', '/store']
/** Every reading call that names no subject; streams stay open, so none is requested. */
const calls = allCalls
  .filter(
    ({ method, path }) => method === 'GET' && !path.includes(':') && !/stream|login|callback/.test(path),
  )
  .map(({ path }) => path)

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-cache-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Stores whatever the headers of a reply allow, under the address alone. */
const formatSharedCache = (portal: string, port: number) => `access_log off;
  proxy_cache_path ${join(folder, 'cache')} keys_zone=shared:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${portal}; proxy_cache shared; proxy_cache_key $request_uri; proxy_cache_valid any 10m;
      add_header x-cache $upstream_cache_status always;
    }
  }`

if (hasPeerProgram('nginx'))
  test(
    'C3 K a shared cache in front of the portal shows no visitor what is of another',
    { tag: '@variant' },
    async ({ stack, steam: _ }) => {
      const [one, other] = [
        await createSession(stack, takePerson()),
        await createSession(stack, takePerson()),
      ]
      const port = await freePort()
      const cache = startNginx(folder, formatSharedCache(stack.url, port))
      const get = async (path: string, session?: Session) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: session === undefined ? {} : { authorization: `Bearer ${session.token}` },
        })
        return {
          status: response.status,
          text: await response.text(),
          cache: response.headers.get('x-cache'),
        }
      }
      try {
        await expect
          .poll(() =>
            get('/theme.js').then(
              ({ status }) => status,
              () => 0,
            ),
          )
          .toBe(200)
        const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec((await get('/')).text) ?? []
        await get(asset)
        expect((await get(asset)).cache).toBe('HIT')

        let personal = 0
        for (const path of [...documents, ...calls]) {
          const first = await get(path, one)
          const [second, anonymous] = [await get(path, other), await get(path)]
          const isPersonal = first.text.includes(one.user.steamId)
          personal += Number(isPersonal)
          for (const { text } of [second, anonymous]) {
            expect(text, path).not.toContain(one.user.steamId)
            expect(text, path).not.toContain(one.user.username)
          }
          if (isPersonal) expect([path, second.cache, anonymous.status]).toEqual([path, 'MISS', 401])
        }
        expect(personal).toBeGreaterThan(1)
      } finally {
        cache.kill()
        await once(cache, 'exit')
      }
    },
  )
