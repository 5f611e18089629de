import { expect, test } from 'vitest'
import { HostFull, HostUnreachable, PortInUse } from '../../driver.ts'
import {
  openDriverFor,
  testInstanceName,
  testInstance,
  openScriptedEngine,
  testInstanceSpec,
} from '../testing/scripted-driver-fixture.ts'

const needs = { memoryMb: 2_048, cpus: 0, pinnedCores: null, isServed: true }

test('R12 a container has what the settings say, nothing that its user does not need, and no secret', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  expect(driver.hosts).toEqual([
    {
      name: 'sh-1',
      regions: ['ap-shanghai'],
      host: '127.0.0.1',
      publicHost: '203.0.113.4',
      ports: { first: 27_200, last: 27_299 },
      most: 40,
      classes: { standard: needs, performance: needs },
      limits: { memoryMb: null, cpus: null },
    },
  ])
  await driver.ensure(testInstanceSpec)
  const { spec } = engine.containers.get(testInstanceName) ?? {}
  const published = [{ HostIp: '0.0.0.0', HostPort: '27200' }]
  const [volume = ''] = engine.volumes.keys()
  expect(spec).toMatchObject({
    Image: 'cs2:1',
    Entrypoint: ['/cs2/start'],
    Cmd: ['-port', '27200', '-ip', '0.0.0.0', '+dir=/clutch'],
    Labels: {
      'clutch.owner': 'portal-1',
      'clutch.lease': 'rental-1',
      'clutch.number': 'sv-7f3k2q',
      'clutch.generation': '1',
      'clutch.word.demo': '',
    },
    HostConfig: {
      Mounts: [
        { Type: 'bind', Source: '/srv/cs2', Target: '/cs2', ReadOnly: true },
        { Type: 'volume', Source: volume, Target: '/clutch' },
      ],
      PortBindings: { '27200/udp': published, '27200/tcp': published },
      Init: true,
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: 1024,
      Memory: 2_147_483_648,
      NanoCpus: 1_500_000_000,
      NetworkMode: volume,
    },
  })
  expect(spec).not.toHaveProperty('Env')
  expect(spec?.HostConfig).not.toHaveProperty('Privileged')
  expect(JSON.stringify(spec)).not.toContain('s3cret')
  expect(engine.volumes.get(volume)?.get('cfg/server.cfg')).toContain('s3cret')
})

test('R12 a container has what its class and its host say', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine], {
    host: {
      image: 'cs2:host',
      rcon: { offset: 20_000, ca: '-----BEGIN CERTIFICATE-----' },
      capacity: { memoryMb: 60_000, cpus: 14 },
      classes: {
        standard: {},
        performance: {
          memoryMb: 4_096,
          reserveCpus: 2,
          cores: '4-7',
          cpuShares: 2_048,
          mounts: ['/srv/fast:/cs2:ro'],
        },
      },
    },
    classes: { standard: { cpus: 1, cores: '0-3' }, performance: { image: 'cs2:fast', cpus: 3 } },
  })
  expect(driver.hosts).toMatchObject([
    {
      limits: { memoryMb: 60_000, cpus: 14 },
      classes: {
        standard: { memoryMb: 2_048, cpus: 0, pinnedCores: 4, isServed: true },
        performance: { memoryMb: 4_096, cpus: 2, pinnedCores: 4, isServed: true },
      },
    },
  ])
  await driver.ensure({ ...testInstanceSpec, hostClass: 'performance' })
  const standard = { ...testInstanceSpec, number: 'sv-8g4m3r', port: 27_201, hostClass: 'standard' } as const
  await driver.ensure(standard)
  const specOf = (name: string) => engine.containers.get(name)?.spec
  expect(specOf(testInstanceName)).toMatchObject({
    Image: 'cs2:host',
    HostConfig: {
      PortBindings: { '27200/udp': [{ HostIp: '0.0.0.0' }], '27200/tcp': [{ HostIp: '127.0.0.1' }] },
      Memory: 4_294_967_296,
      NanoCpus: 3_000_000_000,
      CpuShares: 2_048,
      CpusetCpus: '4-7',
      Mounts: [{ Source: '/srv/fast' }, { Type: 'volume' }],
    },
  })
  expect(specOf('prac-8g4m3r-g1')).toMatchObject({
    Image: 'cs2:host',
    HostConfig: { Memory: 2_147_483_648, NanoCpus: 1_000_000_000, CpusetCpus: '0-3' },
  })
  expect(specOf('prac-8g4m3r-g1')?.HostConfig).not.toHaveProperty('CpuShares')
  expect(await driver.readMachine('sh-1')).toEqual({ cpus: 8, memoryMb: 31_976 })
})

test('R12 every instance has a network of its own, which goes with it', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  const other = { ...testInstanceSpec, rentalId: 'rental-2', number: 'sv-8g4m3r', port: 27_201 }
  await driver.ensure(testInstanceSpec)
  await driver.ensure(other)
  const networks = [...engine.networks.values()]
  expect(networks.map(({ IPAM }) => IPAM)).toEqual(
    ['10.213.0.0/29', '10.213.0.8/29'].map((Subnet) => ({ Driver: 'default', Config: [{ Subnet }] })),
  )
  expect(networks.map(({ Options }) => Options)).toEqual(
    networks.map(() => ({
      isolate: 'true',
      'com.docker.network.bridge.name': expect.stringMatching(/^clt[0-9a-f]{6}kz[kl]$/),
    })),
  )
  expect(new Set(networks.map(({ Options }) => JSON.stringify(Options))).size).toBe(2)
  const used = [...engine.containers.values()].map(({ spec }) => spec.HostConfig['NetworkMode'])
  expect(used).toEqual(networks.map(({ Name }) => Name))
  await driver.remove(testInstance, { graceMs: 0, keepData: true })
  expect([...engine.networks.keys()]).toEqual([used[1]])
})

test('R4 a network without its container is listed, so that it is removed as a stray', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  engine.containers.clear()
  const { rentalId, number, generation } = testInstance
  const { instances, complete } = await driver.list('sh-1')
  expect({ instances, complete }).toMatchObject({
    complete: true,
    instances: [{ rentalId, number, generation, isRunning: false }],
  })
  expect((await (await openDriverFor([engine], { owner: 'portal-2' })).list('sh-1')).instances).toEqual([])
  await driver.remove(testInstance, { graceMs: 0, keepData: false })
  expect([engine.networks.size, (await driver.list('sh-1')).instances.length]).toEqual([0, 0])
})

test('R12 a container from before it had its own network is created again at its next start', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  const container = engine.find(testInstanceName)
  delete container?.spec.Labels['clutch.network']
  expect(await driver.ensure(testInstanceSpec)).toMatchObject({ isRunning: true })
  expect(engine.madeUnder(testInstanceName)).toBe(1)
  engine.end(testInstanceName)
  await driver.ensure(testInstanceSpec)
  expect([engine.madeUnder(testInstanceName), engine.find(testInstanceName)?.spec.Labels]).toMatchObject([
    2,
    { 'clutch.network': expect.any(String) },
  ])
})

test.each(['docker', 'podman'] as const)(
  'R1 of four who make one name at once one does, as %s words the refusal',
  async (dialect) => {
    const engine = await openScriptedEngine(dialect)
    const drivers = await Promise.all([1, 2, 3, 4].map(() => openDriverFor([engine])))
    const all = await Promise.all(drivers.map((driver) => driver.ensure(testInstanceSpec)))
    expect(new Set(all.map(({ run }) => run)).size).toBe(1)
    expect([engine.containers.size, engine.starts]).toEqual([1, 1])
    expect(engine.calls.filter((what) => what === 'create').length).toBeGreaterThan(1)
  },
)

test.each(['docker', 'podman'] as const)(
  'R4 a name that another portal has is neither adopted nor touched (%s)',
  async (dialect) => {
    const engine = await openScriptedEngine(dialect)
    const stranger = await openDriverFor([engine], { owner: 'portal-2' })
    const theirs = await stranger.ensure(testInstanceSpec)
    const driver = await openDriverFor([engine])
    await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(HostFull)
    await driver.remove(testInstance, { graceMs: 0, keepData: false })
    expect(await driver.observe(testInstance)).toBeNull()
    expect(await stranger.observe(testInstance)).toEqual(theirs)
    expect([...engine.volumes.values()].some((files) => files.has('cfg/server.cfg'))).toBe(true)
  },
)

test.each([
  [
    409,
    'driver failed programming external connectivity: Bind for 0.0.0.0:27200 failed: port is already allocated',
  ],
  [500, 'cannot listen on the UDP port: listen udp4 0.0.0.0:27200: bind: address already in use'],
])(
  'R10 a port in use shows at the start (%i): it is reported, and nothing remains',
  async (status, message) => {
    const engine = await openScriptedEngine()
    const driver = await openDriverFor([engine])
    engine.fault = (what) =>
      what === 'start' ? { when: 'before', how: { status, body: JSON.stringify({ message }) } } : undefined
    await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(PortInUse)
    expect([engine.containers.size, engine.volumes.size]).toEqual([0, 0])
    engine.fault = () => undefined
    expect(await driver.ensure({ ...testInstanceSpec, port: 27_201 })).toMatchObject({ isRunning: true })
  },
)

test('R10 an instance that stopped is started on another port where that is wanted, with its data', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  const [files] = engine.volumes.values()
  files?.set('demo.dem', 'GOTV')
  engine.end(testInstanceName)
  expect(await driver.ensure({ ...testInstanceSpec, port: 27_250 })).toMatchObject({ isRunning: true })
  expect(engine.find(testInstanceName)?.spec.Cmd).toContain('27250')
  expect([...engine.volumes.values()].map((volumes) => volumes.get('demo.dem'))).toEqual(['GOTV'])
})

test.each([
  ['create', 404, 'No such image: cs2:1'],
  ['start', 400, 'invalid mount config for type "bind": bind source path does not exist: /srv/cs2'],
  ['start', 500, 'OCI runtime create failed: exec: "/cs2/start": stat /cs2/start: no such file or directory'],
  ['create', 500, 'write /var/lib/docker/tmp: no space left on device'],
  ['network create', 400, 'all predefined address pools have been fully subnetted'],
])(
  'R2 what an engine cannot %s is reported in its own words (%i), and nothing remains',
  async (call, status, message) => {
    const engine = await openScriptedEngine()
    const driver = await openDriverFor([engine])
    engine.fault = (what) =>
      what === call ? { when: 'before', how: { status, body: JSON.stringify({ message }) } } : undefined
    const pending = driver.ensure(testInstanceSpec)
    await expect(pending).rejects.toThrow(HostFull)
    await expect(pending).rejects.toThrow(message)
    expect([engine.containers.size, engine.volumes.size, engine.networks.size]).toEqual([0, 0, 0])
  },
)

test('R12 files that could not be written to a running instance are reported, and it keeps running', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  const created = await driver.ensure(testInstanceSpec)
  const body = JSON.stringify({ message: 'write /clutch/cfg: no space left on device' })
  engine.fault = (what) => (what === 'put' ? { when: 'before', how: { status: 500, body } } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(HostUnreachable)
  expect(await driver.observe(testInstance)).toEqual(created)
})
