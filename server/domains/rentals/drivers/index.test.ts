import { fillCommandPlaceholders } from './game-command.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { HostUnreachable } from './driver.ts'
import { listConfiguredHosts, openDriver } from './index.ts'
import { getPortalOwnerId } from './portal-owner.store.ts'
import { createProcessDriverFixture } from './process/testing/process-driver-fixture.ts'

let context: TestContext

beforeEach(async () => {
  context = await createTestContext()
})

afterEach(() => context.destroy())

const development = { CLUTCH_ENV: 'development' }
const production = {
  CLUTCH_PUBLIC_URL: 'https://cs.example.org',
  CLUTCH_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  CLUTCH_GAME_USER: 'nobody',
}

test('R4 a portal has one id for its servers, whichever process creates it', async () => {
  const [id, ...others] = await Promise.all([
    getPortalOwnerId(context),
    getPortalOwnerId(context),
    getPortalOwnerId(context),
  ])
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(others).toEqual([id, id])
  const another = await createTestContext()
  expect(await getPortalOwnerId(another)).not.toBe(id)
  await another.destroy()
})

test('G10 the machines of the settings are known without opening anything', () => {
  const needs = { memoryMb: 0, cpus: 0, pinnedCores: null, isServed: true }
  const local = {
    name: 'local',
    regions: ['*'],
    most: null,
    classes: { standard: needs, performance: needs },
    limits: { memoryMb: null, cpus: null },
  }
  expect(listConfiguredHosts(readConfig(development))).toEqual([
    { ...local, host: '127.0.0.1', publicHost: '127.0.0.1', ports: { first: 27_200, last: 27_399 } },
  ])
  const own = {
    CLUTCH_GAME_PUBLIC_HOST: 'cs.example.org',
    CLUTCH_GAME_PORTS: '30000-30001',
    CLUTCH_GAME_HOST_NAME: 'box',
    CLUTCH_GAME_REGIONS: 'ap-shanghai,ap-nanjing',
    CLUTCH_GAME_CAPACITY: '{"servers":2,"memoryMb":8000}',
    CLUTCH_HOST_CLASSES: '{"standard":{"memoryMb":3000,"reserveCpus":0.5}}',
  }
  expect(listConfiguredHosts(readConfig({ ...development, ...own }))).toEqual([
    {
      ...local,
      name: 'box',
      regions: ['ap-shanghai', 'ap-nanjing'],
      most: 2,
      classes: {
        standard: { ...needs, memoryMb: 3_000, cpus: 0.5 },
        performance: { ...needs, isServed: false },
      },
      limits: { memoryMb: 8_000, cpus: null },
      host: '127.0.0.1',
      publicHost: 'cs.example.org',
      ports: { first: 30_000, last: 30_001 },
    },
  ])
  const hosts = [
    { name: 'sh-1', regions: ['ap-shanghai'], url: 'unix:///x', bind: '127.0.0.1', ports: '30000-30001' },
  ]
  const docker = { CLUTCH_RENTAL_DRIVER: 'docker', CLUTCH_DOCKER_HOSTS: JSON.stringify(hosts) }
  const game = { CLUTCH_DOCKER_IMAGE: 'cs2', CLUTCH_GAME_COMMAND: '["start"]' }
  expect(listConfiguredHosts(readConfig({ ...development, ...docker, ...game }))).toMatchObject([
    { name: 'sh-1', regions: ['ap-shanghai'] },
  ])
})

test('G10 a cluster is one host, whose instances have the addresses of its nodes', () => {
  const clusters = [{ name: 'sh', regions: ['ap-shanghai'], ports: '27200-28199', most: 500 }]
  const kubernetes = {
    ...development,
    CLUTCH_RENTAL_DRIVER: 'kubernetes',
    CLUTCH_KUBERNETES_CLUSTERS: JSON.stringify(clusters),
    CLUTCH_KUBERNETES_IMAGE: 'cs2:1',
    CLUTCH_KUBERNETES_AGENT_IMAGE: 'clutch:1',
    CLUTCH_KUBERNETES_MEMORY_MB: '3072',
    CLUTCH_GAME_COMMAND: '["start"]',
  }
  expect(listConfiguredHosts(readConfig(kubernetes))).toMatchObject([
    {
      name: 'sh',
      host: '',
      ports: { first: 27_200, last: 28_199 },
      classes: { standard: { memoryMb: 3_072 } },
    },
  ])
  for (const missing of [
    'CLUTCH_KUBERNETES_CLUSTERS',
    'CLUTCH_KUBERNETES_AGENT_IMAGE',
    'CLUTCH_GAME_COMMAND',
  ])
    expect(() => readConfig({ ...kubernetes, [missing]: undefined })).toThrow(missing)
  const pinned = { CLUTCH_HOST_CLASSES: '{"standard":{"cores":"0-3"}}' }
  expect(() => readConfig({ ...kubernetes, ...pinned })).toThrow('no effect with the kubernetes driver')
})

test.each([
  ['CLUTCH_KUBERNETES_CLUSTERS', '[]'],
  ['CLUTCH_KUBERNETES_CLUSTERS', '[{"name":"a","regions":["ap-tokyo"],"ports":"1-2"}]'],
  [
    'CLUTCH_KUBERNETES_CLUSTERS',
    '[{"name":"a","regions":["ap-tokyo"],"ports":"27200-27299","agones":true,"hostNetwork":true}]',
  ],
  ['CLUTCH_KUBERNETES_USER', 'game'],
  ['CLUTCH_HOST_CLASSES', '{}'],
  ['CLUTCH_HOST_CLASSES', '{"premium":{}}'],
  ['CLUTCH_HOST_CLASSES', '{"standard":{"cores":"3-1"}}'],
  ['CLUTCH_HOST_CLASSES', '{"standard":{"cores":"0-1","reserveCpus":3}}'],
  ['CLUTCH_HOST_CLASSES', '{"standard":{"cpus":2}}'],
  ['CLUTCH_GAME_CAPACITY', '{"servers":0}'],
  ['CLUTCH_GAME_REGIONS', '*,ap-tokyo'],
])('G10 %s refuses %s', (variable, text) => {
  expect(() => readConfig({ ...development, [variable]: text })).toThrow(variable)
})

test('G10 a game that listens on every address is queried at the loopback address, and needs a public one', () => {
  const every = { ...development, CLUTCH_GAME_HOST: '0.0.0.0' }
  expect(() => readConfig(every)).toThrow('CLUTCH_GAME_PUBLIC_HOST')
  expect(listConfiguredHosts(readConfig({ ...every, CLUTCH_GAME_PUBLIC_HOST: '203.0.113.4' }))).toMatchObject(
    [{ host: '127.0.0.1', publicHost: '203.0.113.4' }],
  )
})

test('G10 the placeholders of a command: the TV port is the port + 10000, the index counts from the first port', () => {
  const facts = { port: 27_203, firstPort: 27_200, host: '0.0.0.0', folder: '/f' }
  expect(
    fillCommandPlaceholders(['{port}', '+tv={tv}', 'cpu{index}', '{host}:{folder}', '{x}'], facts),
  ).toEqual(['27203', '+tv=37203', 'cpu3', '0.0.0.0:/f', '{x}'])
  const tooHigh = { CLUTCH_GAME_COMMAND: '["start","{tv}"]', CLUTCH_GAME_PORTS: '55500-55600' }
  expect(() => readConfig({ ...development, ...tooHigh })).toThrow('CLUTCH_GAME_PORTS')
})

test('G25 production without a command of a game has no machine, rather than simulated servers', async () => {
  expect(listConfiguredHosts(readConfig(production))).toEqual([])
  expect(listConfiguredHosts(readConfig({ ...production, CLUTCH_GAME_COMMAND: '["start"]' }))).toHaveLength(1)
  const driver = await openDriver({
    ...context,
    config: readConfig({ ...production, CLUTCH_DATA_DIR: '/tmp' }),
  })
  expect(driver.hosts).toEqual([])
  await expect(driver.list('local')).rejects.toThrow(HostUnreachable)
})

test('R5 the driver of the settings makes servers that the next portal of this database finds', async () => {
  const programs = await createProcessDriverFixture()
  const driver = await openDriver({ ...context, config: programs.config })
  expect([driver.kind, driver.hosts.length]).toEqual(['process', 1])
  const instance = { rentalId: crypto.randomUUID(), number: 'sv-opened', generation: 3, hostName: 'local' }
  const port = await programs.freePort()
  const created = await driver.ensure({
    ...instance,
    region: 'ap-tokyo',
    port,
    files: programs.files('opened', 'x'),
  })
  driver.close()
  const next = await openDriver({ ...context, config: programs.config })
  expect((await next.list('local')).instances).toEqual([created])
  await expect.poll(() => programs.nameAt(port), { timeout: 20_000 }).toBe('opened')
  await next.remove(instance, { graceMs: 5_000, keepData: false })
  expect(await programs.leftovers(await getPortalOwnerId(context))).toEqual([])
  await programs.remove()
})
