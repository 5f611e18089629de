import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

test('K every service of the compose file is read-only, without capabilities and without a way to more', async () => {
  const compose = await read('deploy/compose.yaml')
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nsecrets:'))
  const named = services.split(/\n(?= {2}\w+:\n)/).slice(1)
  expect(named.map((service) => service.trim().split(':')[0])).toEqual(['portal', 'database'])
  for (const service of named) {
    expect(service).toContain('    read_only: true\n')
    expect(service).toContain('    cap_drop: [ALL]\n')
    expect(service).toContain("    security_opt: ['no-new-privileges:true']\n")
    expect(service).toMatch(/ {4}tmpfs: .*'\/tmp/)
    expect(service).not.toMatch(/privileged|cap_add|network_mode|\/var\/run\/docker/)
  }
})

test('I10 the proxy examples log no address of reports and buffer no stream', async () => {
  const text = await read('docs/operating.md')
  const [, nginx = ''] = /```nginx\n([\s\S]*?)```/.exec(text) ?? []
  const [, caddy = ''] = /```caddyfile\n([\s\S]*?)```/.exec(text) ?? []
  const reports = nginx.slice(nginx.indexOf('location /api/events/log/'))
  expect(reports).toMatch(/access_log off;\s+error_log \/dev\/null/)
  const [, streams = ''] = /location ~ (\S+) \{\n[^}]*proxy_buffering off;/.exec(nginx) ?? []
  const buffered = ['/api/servers/stream', '/api/scrim/stream', '/api/operator/servers/0198/log'].filter(
    (path) => !new RegExp(streams).test(path),
  )
  expect(buffered).toEqual([])
  expect(caddy).toMatch(/@logs path \/api\/events\/log\/\*\s+log_skip @logs/)
  expect(caddy).toContain('flush_interval -1')
})
