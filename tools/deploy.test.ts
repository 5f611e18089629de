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

test('K the compose file pulls an image, and its override builds one', async () => {
  const [compose, override] = [await read('deploy/compose.yaml'), await read('deploy/compose.build.yaml')]
  expect(compose).toContain('image: ${CLUTCH_IMAGE:-clutch:local}')
  expect(compose).not.toContain('build:')
  expect(override).toMatch(/portal:\n {4}image: \$\{CLUTCH_IMAGE:-clutch:local\}\n {4}build:\n/)
})

test('K the health of a container is that of its process: a portal without its database is not restarted', async () => {
  expect(await read('deploy/Dockerfile')).toMatch(/HEALTHCHECK[^\n]*\\\n[^\n]*127\.0\.0\.1:8080\/healthz/)
})
