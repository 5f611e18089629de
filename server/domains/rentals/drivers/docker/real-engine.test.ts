// @slow 15 s: runs containers
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import Docker from 'dockerode'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../testing/free-port.ts'
import { writeCs2Tree, writeModsTree } from '@clutch/gamesim/install/cs2-tree.ts'
import { RconClient, createQueryDriver } from '../../../servers/index.ts'
import { openDockerDriver } from './open-docker-driver.ts'
import { type FleetDriver, HostFull, HostUnreachable, type InstanceRef } from '../driver.ts'
import { buildDockerConfig } from './testing/docker-driver-fixture.ts'
import {
  type Podman,
  canStartPodman,
  nodePath,
  repository,
  startPodman,
  podmanInit,
} from './testing/podman.ts'

/** Runs until it receives SIGTERM. */
const idle = [nodePath, '-e', 'setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit())']
const instance: InstanceRef = { rentalId: 'rental-1', number: 'sv-7f3k2q', generation: 1, hostName: 'box' }
const files = { 'cfg/MatchZy/admins.json': '{}' }
let podman: Podman
let docker: Docker

function open(more: NodeJS.ProcessEnv = {}, queryMs = 20_000): Promise<FleetDriver> {
  const config = buildDockerConfig(podman, idle, more)
  const timeouts = { queryMs: queryMs, changeMs: 20_000, stopMs: 1_000 }
  return openDockerDriver({ config, log: pino({ level: 'silent' }) }, 'portal-1', timeouts)
}

async function make(driver: FleetDriver) {
  return driver.ensure({ ...instance, region: 'ap-shanghai', port: await freePort(), files })
}

/** Where the data of an instance is on this machine. */
async function folder(number = instance.number): Promise<string> {
  const { Volumes } = await docker.listVolumes()
  return Volumes.find(({ Name }) => Name.includes(number.slice('sv-'.length)))?.Mountpoint ?? ''
}

/** A game that listens as RCON does, and tries to reach the address that its folder names. */
const attack = `
  const { existsSync, readFileSync, writeFileSync } = require('fs')
  const { connect, createServer } = require('net')
  createServer((socket) => socket.end()).listen({port}, '0.0.0.0')
  setInterval(() => {
    if (!existsSync('{folder}/cfg/target.json')) return
    const socket = connect({ ...JSON.parse(readFileSync('{folder}/cfg/target.json')), timeout: 3000 })
    socket.on('connect', () => writeFileSync('{folder}/answer', 'reached'))
    socket.on('error', ({ code }) => writeFileSync('{folder}/answer', code))
    socket.on('timeout', () => writeFileSync('{folder}/answer', 'ETIMEDOUT'))
  }, 200)`

async function answerOf(number: string): Promise<string> {
  return readFile(join(await folder(number), 'answer'), 'utf8').catch(() => '')
}

async function addressOf(container: string): Promise<string> {
  const { NetworkSettings } = await docker.getContainer(container).inspect()
  return Object.values(NetworkSettings.Networks)[0]?.IPAddress ?? ''
}

async function reach(target: { host: string; port: number }): Promise<string> {
  const socket = connect(target)
  return once(socket, 'connect')
    .then(
      () => 'reached',
      () => 'refused',
    )
    .finally(() => socket.destroy())
}

describe.skipIf(!canStartPodman())('a real engine', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    podman = await startPodman()
    docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
  })
  afterEach(async () => {
    const driver = await open()
    // Podman refuses to remove a container while it clears up after its program has ended; the reconciler asks again, too.
    await vi.waitFor(() => driver.remove(instance, { graceMs: 0, keepData: false }), {
      timeout: 20_000,
      interval: 200,
    })
  })
  afterAll(() => podman.stop())

  test("R12 the folder and its files belong to the image's user, without extra rights", async () => {
    const driver = await open()
    await make(driver)
    const data = await folder()
    const owners = ['.', 'cfg', 'cfg/MatchZy', 'cfg/MatchZy/admins.json'].map(async (path) => {
      const { uid, gid, mode } = await stat(join(data, path))
      return [path, uid, gid, (mode & 0o777).toString(8)]
    })
    expect(await Promise.all(owners)).toEqual([
      ['.', 4711, 4712, '700'],
      ['cfg', 4711, 4712, '700'],
      ['cfg/MatchZy', 4711, 4712, '700'],
      ['cfg/MatchZy/admins.json', 4711, 4712, '600'],
    ])
    const { State, HostConfig } = await docker.getContainer('prac-7f3k2q-g1').inspect()
    expect((await stat(`/proc/${State.Pid}`)).uid).toBe(4711)
    expect(HostConfig.Privileged).toBe(false)
  })

  test.runIf(isProving)(
    'R12 one instance cannot reach the RCON port of another one, whose host can',
    async () => {
      const neighbour = { ...instance, rentalId: 'rental-2', number: 'sv-8g4m3r' }
      const driver = await open({ CLUTCH_GAME_COMMAND: JSON.stringify([nodePath, '-e', attack]) })
      try {
        const port = await freePort()
        await driver.ensure({ ...instance, region: 'ap-shanghai', port, files })
        await driver.ensure({ ...neighbour, region: 'ap-shanghai', port: await freePort(), files })
        const target = { host: await addressOf('prac-7f3k2q-g1'), port }
        await expect.poll(() => reach(target), { timeout: 20_000 }).toBe('reached')
        const ask = { 'cfg/target.json': JSON.stringify(target) }
        await driver.configure(instance, ask)
        await driver.configure(neighbour, ask)
        const answers = () => Promise.all([instance, neighbour].map((one) => answerOf(one.number)))
        await expect.poll(answers, { timeout: 20_000 }).toEqual(['reached', 'ETIMEDOUT'])
        const { HostConfig } = await docker.getContainer('prac-8g4m3r-g1').inspect()
        expect([HostConfig.NanoCpus, HostConfig.Memory]).toEqual([2_000_000_000, 536_870_912])
      } finally {
        await driver.remove(neighbour, { graceMs: 0, keepData: false })
      }
      await driver.remove(instance, { graceMs: 0, keepData: false })
      expect(
        (await docker.listNetworks()).map(({ Name }) => Name).filter((name) => name.includes('prac-')),
      ).toEqual([])
    },
  )

  test.runIf(isProving)(
    'G19 the command of the settings verifies in a container of its own, once, and leaves none',
    async () => {
      const script = 'require("fs").writeFileSync("{folder}/verified-" + Date.now(), "")'
      const driver = await open({ CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify([nodePath, '-e', script]) })
      await make(driver)
      expect(await driver.verify(instance, 'op')).toBe('running')
      expect(await driver.observe(instance)).toMatchObject({ isRunning: false })
      expect((await driver.list('box')).instances).toHaveLength(1)
      await vi.waitUntil(async () => (await driver.verify(instance, 'op')) === 'done', { timeout: 20_000 })
      const again = await make(driver)
      expect(await driver.verify(instance, 'op')).toBe('done')
      expect(await driver.observe(instance)).toEqual(again)
      expect((await readdir(await folder())).filter((name) => name.startsWith('verified-'))).toHaveLength(1)
      expect(await docker.listContainers({ all: true })).toHaveLength(1)
    },
  )

  test.runIf(isProving)('G19 a command that cannot be run keeps no server from its owner', async () => {
    const driver = await open({ CLUTCH_GAME_VERIFY_COMMAND: '["/no/such/program"]' })
    await make(driver)
    expect(await driver.verify(instance, 'op')).toBe('failed')
    expect(await make(driver)).toMatchObject({ isRunning: true })
    expect(await driver.verify(instance, 'op')).toBe('failed')
    expect(await docker.listContainers({ all: true })).toHaveLength(1)
  })

  test.runIf(isProving)(
    'R2 G24 the start script runs and verifies a game from a read-only install, without capabilities',
    async () => {
      const installs = mkdtempSync(join(tmpdir(), 'clutch-install-'))
      const [port, secret] = [await freePort(), 'start1234']
      const files = {
        'cfg/server.cfg': `hostname "from the install"\nrcon_password "${secret}"\n`,
        'cfg/MatchZy/admins.json': '{}',
        'counterstrikesharp/admins.json': '{}',
      }
      const common = ['--install', '/install/cs2', '--mods', '/install/mods', '--folder', '{folder}']
      const command = [
        '/game/start.sh',
        'run',
        ...common,
        '--host',
        '{host}',
        '--port',
        '{port}',
        '--tv',
        '{tv}',
      ]
      const mounts = [`${join(repository, 'deploy/game')}:/game:ro`, `${installs}:/install:ro`]
      const query = createQueryDriver()
      const rcon = new RconClient({ host: '127.0.0.1', port, password: secret })
      try {
        writeCs2Tree(join(installs, 'cs2'))
        writeModsTree(join(installs, 'mods'))
        chmodSync(installs, 0o755)
        writeFileSync(join(installs, 'cs2/.manifest'), '8 game/csgo/pak01_dir.vpk\n')
        const driver = await open({
          CLUTCH_GAME_COMMAND: JSON.stringify(command),
          CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify(['/game/start.sh', 'verify', ...common]),
          CLUTCH_GAME_INSTALL: '/install/cs2',
          CLUTCH_DOCKER_INIT: podmanInit,
          CLUTCH_DOCKER_MOUNTS: JSON.stringify([...podman.mounts, ...mounts]),
        })
        const spec = { ...instance, region: 'ap-shanghai', port, files }
        expect(await driver.readInstalledVersion('box')).toBeNull()
        await driver.ensure(spec)
        expect(await driver.readInstalledVersion('box')).toBe('1.41.1.0')
        const target = { protocol: 'valve', ip: '127.0.0.1', port }
        const read = () => query.ask(target, { list: false }).then(({ name }) => name, String)
        await expect.poll(read, { timeout: 20_000 }).toBe('from the install')
        expect(await rcon.run('meta list')).toContain('CounterStrikeSharp')
        const verify = (op: string) => driver.verify(instance, op)
        await vi.waitUntil(async () => (await verify('one')) === 'done', { timeout: 20_000 })
        await driver.ensure(spec)
        writeFileSync(join(installs, 'cs2/game/csgo/pak01_dir.vpk'), 'torn')
        await vi.waitUntil(async () => (await verify('two')) === 'failed', { timeout: 20_000 })
      } finally {
        rcon.close()
        query.close()
        rmSync(installs, { recursive: true })
      }
    },
  )

  test('R13 the update command runs in a container of its own, which sees the install writable', async () => {
    const installs = mkdtempSync(join(tmpdir(), 'clutch-install-'))
    chmodSync(installs, 0o777)
    const update = { name: 'update', argument: '' } as const
    const script = `
      const { appendFileSync, existsSync } = require('fs')
      appendFileSync('/install/runs', 'x')
      console.log('downloading 40 %')
      setInterval(() => existsSync('/install/go') && process.exit(existsSync('/install/bad') ? 4 : 0), 50)`
    try {
      const driver = await open({
        CLUTCH_GAME_UPDATE_COMMAND: JSON.stringify([nodePath, '-e', script]),
        CLUTCH_GAME_UPDATE_MOUNTS: JSON.stringify([...podman.mounts, `${installs}:/install`]),
      })
      const until = (op: string, state: string) =>
        vi.waitUntil(async () => (await driver.updateInstall('box', op, update))?.state === state, {
          timeout: 20_000,
        })
      expect(await driver.updateInstall('box', 'a', update)).toEqual({ state: 'running', output: '' })
      await vi.waitUntil(
        async () => (await driver.updateInstall('box', 'b', update))?.output === 'downloading 40 %',
        { timeout: 20_000 },
      )
      expect((await driver.list('box')).instances).toEqual([])
      writeFileSync(join(installs, 'go'), '')
      await until('a', 'done')
      writeFileSync(join(installs, 'bad'), '')
      await until('b', 'failed')
      expect(await readFile(join(installs, 'runs'), 'utf8')).toBe('xx')
      const missing = await open({ CLUTCH_GAME_UPDATE_COMMAND: '["/no/such/program"]' })
      expect(await missing.updateInstall('box', 'c', update)).toMatchObject({
        state: 'failed',
        output: expect.stringContaining('/no/such/program'),
      })
      expect(await (await open()).updateInstall('box', 'd', update)).toBeNull()
    } finally {
      for (const { Id } of await docker.listContainers({ all: true }))
        await docker.getContainer(Id).remove({ force: true })
      rmSync(installs, { recursive: true })
    }
  })

  test.runIf(isProving)(
    'G24 a verification with another exit code than 0 has failed, also when it is asked for again',
    async () => {
      const driver = await open({
        CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify([nodePath, '-e', 'process.exit(3)']),
      })
      await make(driver)
      await vi.waitUntil(async () => (await driver.verify(instance, 'op')) === 'failed', { timeout: 20_000 })
      await make(driver)
      expect(await driver.verify(instance, 'op')).toBe('failed')
      expect(await driver.verify(instance, 'next')).toBe('running')
    },
  )

  test.each([
    ['an image', { CLUTCH_DOCKER_IMAGE: 'localhost/no-such:1' }, 'localhost/no-such:1'],
    ['a program', { CLUTCH_GAME_COMMAND: '["/no/such/program"]' }, '/no/such/program'],
  ])('R2 without %s the machine takes nothing, says why and keeps nothing', async (_what, more, words) => {
    const pending = make(await open(more))
    await expect(pending).rejects.toThrow(HostFull)
    await expect(pending).rejects.toThrow(words)
    expect(await docker.listContainers({ all: true })).toEqual([])
    expect((await docker.listVolumes()).Volumes ?? []).toEqual([])
  })

  test.runIf(isProving)(
    'R7 an engine that hangs is silent; when it resumes, nothing has changed',
    async () => {
      const [driver, hasty] = await Promise.all([open(), open({}, 1_000)])
      const created = await make(driver)
      await podman.hang()
      try {
        await expect(hasty.observe(instance)).rejects.toThrow(HostUnreachable)
        await expect(hasty.list('box')).rejects.toThrow(HostUnreachable)
      } finally {
        podman.goOn()
      }
      expect(await driver.list('box')).toEqual({ instances: [created], complete: true })
    },
  )
})
