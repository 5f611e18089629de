import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { A2sClient, infoRequest } from './testing/a2s-client.ts'

interface Ready {
  ready: true
  servers: { port: number; name: string }[]
  control: number | null
}

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamesim-test-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function launch(...args: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'main.ts'), args, { silent: true })
  children.push(child)
  return child
}

async function ready(child: ChildProcess): Promise<Ready> {
  const [message]: unknown[] = await once(child, 'message')
  return message as Ready
}

async function errorOf(child: ChildProcess): Promise<string> {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  const [code]: unknown[] = await once(child, 'exit')
  expect(code).toBe(1)
  return text
}

test('a parent learns the ports, sets faults, and takes the program down by going', async () => {
  const child = launch('--servers', '2', '--port', '0', '--seed', 'main')
  const { servers } = await ready(child)
  expect(servers.map(({ name }) => name)).toEqual(['Clutch | 混战 DM #1', 'Clutch | Retakes 回防 #1'])
  const asker = await A2sClient.open()
  const port = servers[0]?.port ?? 0
  expect(await asker.request(port, infoRequest)).not.toBeNull()
  child.send({ server: port, fault: { silent: true } })
  await expect.poll(() => asker.request(port, infoRequest, 200), { timeout: 10_000 }).toBeNull()
  child.send({ server: port, fault: { silent: false } })
  await expect.poll(() => asker.request(port, infoRequest, 200), { timeout: 10_000 }).not.toBeNull()
  child.send({ server: port, fault: 'crash' })
  await expect.poll(() => asker.request(port, infoRequest, 200), { timeout: 10_000 }).toBeNull()
  asker.close()
  const exit = once(child, 'exit')
  child.disconnect()
  expect(await exit).toEqual([0, null])
})

test('a file describes the servers; the control port tells and orders', async () => {
  const file = join(folder, 'servers.json')
  const players = { autoplay: false, maxPlayers: 4 }
  await writeFile(
    file,
    JSON.stringify([{ name: 'Mine', mode: 'solo', maps: ['aim_map'], port: 0, ...players }]),
  )
  const child = launch('--config', file, '--port', '0', '--control', '0')
  const { servers, control } = await ready(child)
  const server = servers[0]?.port ?? 0
  const call = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${control}${path}`, init)
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  const steamId = '76561197960265729'
  expect((await call('/connect', { server, name: 'A', steamId })).status).toBe(200)
  expect((await call('/say', { server, steamId, text: '!bind' })).status).toBe(200)
  const other = '76561197960265730'
  expect((await call('/say', { server, steamId: other, text: '!bind' })).status).toBe(400)
  for (const text of ['hi', '!bind'])
    expect((await call('/say', { server, steamId: other, name: 'B', text, toTeam: true })).status).toBe(200)
  const counts = { players: { [steamId]: { chatLines: 1 }, [other]: { chatLines: 2 } } }
  expect((await call('/tally')).json).toMatchObject({
    servers: [{ port: server, name: 'Mine', mode: 'solo', tally: counts }],
  })
  expect((await call('/people?count=2')).json).toEqual({
    people: [
      { steamId: '76561199990265728', name: '夜雨声烦' },
      { steamId: '76561199990265729', name: '一枪爆头' },
    ],
  })
  expect((await call('/console', { server, line: `css_psay #${steamId} hello` })).status).toBe(200)
  expect(await call(`/messages?server=${server}`)).toEqual({
    status: 200,
    json: { messages: [{ steamId, name: 'A', text: 'hello' }] },
  })
  expect((await call('/messages?server=1')).status).toBe(400)
  expect((await call('/console', { server, line: `css_vip_adduser ${steamId} VIP 60` })).status).toBe(200)
  const vips = [{ steamId, group: 'VIP', seconds: 60 }]
  expect((await call(`/vips?server=${server}`)).json).toEqual({ vips })
  expect((await call('/crash', { server })).status).toBe(200)
  expect((await call('/servers')).json).toMatchObject({ servers: [{ isRunning: false }] })
  expect((await call('/start', { server })).status).toBe(200)
  const nonsense = {
    '/say': { server, steamId, text: '!bind', toTeam: 'yes' },
    '/faults': { server, faults: { loss: 'x' } },
    '/no': { server },
    '/crash': {},
    '/start': null,
  }
  for (const [path, body] of Object.entries(nonsense)) expect((await call(path, body)).status).toBe(400)
})

test('wrong options are one clear line and the usage', async () => {
  expect(await errorOf(launch('--pace', 'fast'))).toContain('--pace must be 0 to 3600\nnode gamesim/main.ts')
  expect(await errorOf(launch('--nonsense'))).toContain("Unknown option '--nonsense'")
  const file = join(folder, 'servers.json')
  await writeFile(file, '[{"mode": "chess"}]')
  expect(await errorOf(launch('--config', file))).toContain('not a mode: chess')
})
