import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OperatorCall } from './operator-calls.ts'
import { givenIn, seed } from './seed.ts'
import type { PlayedServer } from './seed.ts'
import { sampleServers } from './sample-servers.ts'

const played: PlayedServer[] = sampleServers.map((sample, at) => ({
  sample,
  ip: '127.0.0.1',
  port: 27_115 + at,
  rconPassword: `password-${at}`,
}))

/** An operator's door that keeps servers and counts what else is told to it. */
function aPortal() {
  const servers: { id: string; name: string; port: number }[] = []
  const told: string[] = []
  const call = async (method: string, path: string, body?: unknown) => {
    if (method === 'GET') return servers
    if (!path.startsWith('servers')) return void told.push(path)
    const change = body as { name?: string; port: number }
    if (method === 'POST')
      servers.push({ id: `id-${servers.length}`, name: change.name ?? '', port: change.port })
    else Object.assign(servers.find(({ id }) => path === `servers/${id}`) ?? {}, change)
    return null
  }
  return { servers, told, call: call as OperatorCall }
}

test('samples are given once: a second start moves them, brings none back and repeats no text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-seed-'))
  const { servers, told, call } = aPortal()
  const given = givenIn(join(folder, 'demo.samples'))
  await seed(call, played, given)
  expect(servers.map(({ port }) => port)).toEqual(played.map(({ port }) => port))
  expect(told).toEqual(['portal', 'announcements'])

  servers.shift()
  await seed(
    call,
    played.map((server) => ({ ...server, port: server.port + 100 })),
    given,
  )
  expect(servers.map(({ port }) => port)).toEqual(played.slice(1).map(({ port }) => port + 100))
  expect(told).toHaveLength(2)
  rmSync(folder, { recursive: true })
})

test('an operator who removed every sample keeps an empty list and their own texts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-seed-'))
  const { servers, told, call } = aPortal()
  const given = givenIn(join(folder, 'demo.samples'))
  await seed(call, played, given)
  servers.length = 0
  await seed(call, played, given)
  expect(servers).toEqual([])
  expect(told).toHaveLength(2)
  rmSync(folder, { recursive: true })
})
