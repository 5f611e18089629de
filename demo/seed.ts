import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { NewServer, RegisteredServer, ServerChange } from '@clutch/contract/api/operator.ts'
import type { OperatorCall } from './operator-calls.ts'
import type { SampleServer } from './sample-servers.ts'
import { sampleAnnouncement, samplePortal } from './sample-texts.ts'

/** Where a sample server plays now. */
export interface PlayedServer {
  sample: SampleServer
  ip: string
  port: number
  rconPassword: string
}

/** Which samples this portal was ever given: one that an operator removed does not come back. */
export interface Given {
  names: () => readonly string[]
  add: (name: string) => void
}

/**
 * Fills the portal by the operator's own calls: texts and links at the very first start, each sample server once.
 * Idempotent: a sample that is there only learns its present address and password; what an operator changed in it, or
 * took down, stays that way.
 */
export async function seed(call: OperatorCall, played: readonly PlayedServer[], given: Given): Promise<void> {
  const before = given.names()
  if (before.length === 0) {
    await call('PATCH', 'portal', samplePortal)
    await call('POST', 'announcements', { text: sampleAnnouncement })
  }
  const registered = await call<RegisteredServer[]>('GET', 'servers')
  for (const { sample, ip, port, rconPassword } of played) {
    const known = registered.find((server) => server.name === sample.name)
    if (known) {
      const change: ServerChange = { ip, port, rcon_password: rconPassword }
      await call('PATCH', `servers/${known.id}`, change)
    } else if (!before.includes(sample.name)) {
      await call('POST', 'servers', registration(sample, ip, port, rconPassword))
    }
    given.add(sample.name)
  }
}

/** Keeps the names in a file, a line each. */
export function givenIn(file: string): Given {
  const names = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  return {
    names,
    add: (name) => {
      if (!names().includes(name)) appendFileSync(file, `${name}\n`)
    },
  }
}

function registration(
  { name, category, region, ontop = 0 }: SampleServer,
  ip: string,
  port: number,
  rconPassword: string,
): Partial<NewServer> {
  return { ip, port, name, category, region, ontop, tickrate: '128 tick', rcon_password: rconPassword }
}
