import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Rcon } from 'rcon-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, startGamesim } from './index.ts'
import { readProgramOptions } from './program-options.ts'
import { HttpReceiver } from './testing/http-receiver.ts'
import { A2sClient, infoRequest } from './testing/a2s-client.ts'

const minute = 60_000
let folder: string
let sim: Gamesim | null

beforeEach(async () => {
  sim = null
  folder = await mkdtemp(join(tmpdir(), 'gamesim-test-'))
  await mkdir(join(folder, 'cfg/MatchZy'), { recursive: true })
})

afterEach(async () => {
  await sim?.close()
  await rm(folder, { recursive: true })
})

function write(cfg: string, admins = '{}'): Promise<unknown> {
  return Promise.all([
    writeFile(join(folder, 'cfg/server.cfg'), cfg),
    writeFile(join(folder, 'cfg/MatchZy/admins.json'), admins),
  ])
}

/** A rented server whose game moves by steps only. */
async function rented(...args: readonly string[]): Promise<GameServer> {
  const options = readProgramOptions(['--rented', '--port', '0', '--data', folder, ...args])
  sim = await startGamesim({ ...options, pace: 0, seed: 'rented' })
  return sim.servers[0] as GameServer
}

async function login({ port }: { port: number }, password: string): Promise<Rcon> {
  const client = new Rcon({ host: '127.0.0.1', port, password, timeout: 15_000 })
  client.on('error', () => undefined)
  return client.connect()
}

test('a rented server is called, locked and administered as its folder says, idle or not', async () => {
  const admins = { '76561198000000001': 'Alice', '76561198000000002': 'Bob' }
  await write('hostname "练习 1"\nsv_password "s3cret"\nrcon_password "fromFile"\n', JSON.stringify(admins))
  for (const mode of [[], ['--idle']]) {
    const server = await rented(...mode)
    expect([server.name, server.rconPassword]).toEqual(['练习 1', 'fromFile'])
    await expect(login(server, 'other')).rejects.toThrow('Authentication failed')
    const client = await login(server, 'fromFile')
    expect(await client.send('sv_password')).toBe('sv_password = s3cret\n')
    expect(await client.send('gamesim_admins')).toBe(`${JSON.stringify(Object.keys(admins))}\n`)
    expect(await client.send('rcon_password')).toBe('rcon_password = ***PROTECTED***\n')
    expect(await client.send('cvarlist')).not.toContain('fromFile')
    await write('rcon_password "fromFile"\n', '{"76561198000000003": ""}')
    await client.send('reload_admins')
    expect(await client.send('gamesim_admins')).toBe('["76561198000000003"]\n')
    expect(await client.send('rcon_password "changed"')).toBe('')
    await (await login(server, 'changed')).end()
    await client.end()
    await sim?.close()
    await write('hostname "练习 1"\nsv_password "s3cret"\nrcon_password "fromFile"\n', JSON.stringify(admins))
  }
})

test('regulars come, play one short match and go; its demo reaches whom the folder names', async () => {
  const receiver = await HttpReceiver.open()
  await write(`matchzy_demo_upload_url "${receiver.url}/demos"\nlogaddress_add_http "${receiver.url}/log"\n`)
  const server = await rented('--visitors', '6')
  const present = () => server.game.roster.humans.length
  expect(present()).toBe(0)
  sim?.advance(3 * minute)
  expect(present()).toBe(6)
  let minutes = 3
  for (; present() > 0 && minutes < 30; minutes++) sim?.advance(minute)
  expect(minutes).toBeLessThan(16)
  sim?.advance(minute)
  await server.waitForDemos()
  expect(await readdir(join(folder, 'MatchZy'))).toHaveLength(1)
  expect(receiver.received.filter(({ headers }) => 'matchzy-filename' in headers)).toHaveLength(1)
  sim?.advance(10 * minute)
  expect(present()).toBe(0)
  sim?.advance(12 * minute)
  expect(present()).toBe(6)
  await receiver.close()
})

test('no player joins a rented server by itself', async () => {
  const server = await rented()
  sim?.advance(60 * minute)
  expect(server.game.roster.all).toEqual([])
})

test('it starts out of a cache, ends at once when asked, and refuses a port that is taken', async () => {
  await write('hostname "Mine"\n')
  const start = (port: number) =>
    spawn(process.execPath, ['start.mjs', '--rented', '--idle', '--data', folder, '--port', String(port)], {
      cwd: import.meta.dirname,
    })
  const first = start(0)
  const [line]: Buffer[] = await once(first.stdout, 'data')
  expect(String(line)).toMatch(/^127\.0\.0\.1:\d+ {2}Mine\n$/)
  const port = Number(/:(\d+)/.exec(String(line))?.[1])
  const second = start(port)
  expect(await once(second, 'exit')).toEqual([1, null])
  const asker = await A2sClient.open()
  expect(await asker.request(port, infoRequest)).not.toBeNull()
  asker.close()
  first.kill('SIGTERM')
  expect(await once(first, 'exit')).toEqual([0, null])
}, 20_000)
