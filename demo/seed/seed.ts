import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type {
  NewServer,
  RegisteredServer,
  ServerChange,
} from '@clutch/contract/api/servers/operator-servers.ts'
import type { PlacedServer } from '../game-servers/community-servers.ts'
import type { OperatorCall } from './operator-calls.ts'
import type { SampleServer } from '../samples/sample-servers.ts'
import { sampleFaqs } from '../samples/sample-faqs.ts'
import { sampleAnnouncement, samplePortal } from '../samples/sample-texts.ts'

/** What this portal was ever given: what an operator removed does not come back. */
export interface SeedMarks {
  names: () => readonly string[]
  add: (name: string) => void
}

/** A sample server that the portal knows. */
export interface SeededServer extends PlacedServer {
  id: string
}

/**
 * Fills the portal by the operator's own calls: texts and links at the very first start, questions and answers and each
 * sample server once.
 * Idempotent: a sample that is there only learns its present address and password; what an operator changed in it, or
 * took down, stays that way. Answers the samples that are registered.
 */
export async function seedServers(
  call: OperatorCall,
  played: readonly PlacedServer[],
  given: SeedMarks,
): Promise<SeededServer[]> {
  const before = given.names()
  if (before.length === 0) {
    await call('PATCH', 'portal', samplePortal)
    await call('POST', 'announcements', { text: sampleAnnouncement })
  } else if (!before.includes(accountsMark)) {
    await call('PATCH', 'portal', { features: samplePortal.features })
  }
  given.add(accountsMark)
  if (!before.includes(faqsMark)) for (const faq of sampleFaqs) await call('POST', 'faqs', faq)
  given.add(faqsMark)
  const registered = await call<RegisteredServer[]>('GET', 'servers')
  const seeded: SeededServer[] = []
  for (const server of played) {
    const { name } = server.sample
    const known = registered.find((one) => one.name === name)
    if (known) {
      await call('PATCH', `servers/${known.id}`, toServerChange(server, before))
      seeded.push({ ...server, id: known.id })
    } else if (!before.includes(name)) {
      const { id } = await call<RegisteredServer>('POST', 'servers', toNewServer(server))
      seeded.push({ ...server, id })
    }
    given.add(name)
    given.add(boardMark(name))
    given.add(bindMark(name))
  }
  return seeded
}

/** Keeps the names in a file, a line each. */
export function openSeedMarks(file: string): SeedMarks {
  const names = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  return {
    names,
    add: (name) => {
      if (!names().includes(name)) appendFileSync(file, `${name}\n`)
    },
  }
}

/** The mark of a portal whose people can sign in and have settings. */
const accountsMark = 'accounts'

/** The mark of a portal that has been given questions and answers. */
const faqsMark = 'faqs'

/** Marks that a sample has its board and sends bind codes, which samples of older portals do not. */
const boardMark = (name: string) => `${name} (board)`
const bindMark = (name: string) => `${name} (bind)`

function toServerChange(
  { sample, ip, port, rconPassword }: PlacedServer,
  given: readonly string[],
): ServerChange {
  return {
    ip,
    port,
    rcon_password: rconPassword,
    ...(!given.includes(boardMark(sample.name)) && boardFields(sample)),
    ...(!given.includes(bindMark(sample.name)) && { may_bind: true }),
  }
}

function toNewServer({ sample, ip, port, rconPassword }: PlacedServer): Partial<NewServer> {
  const { name, category, region, ontop = 0 } = sample
  return {
    ip,
    port,
    name,
    category,
    region,
    ontop,
    tickrate: '128 tick',
    rcon_password: rconPassword,
    may_bind: true,
    ...boardFields(sample),
  }
}

function boardFields({ board, simulated }: SampleServer): Pick<NewServer, 'board' | 'free_for_all'> {
  return { board, free_for_all: simulated.freeForAll ?? false }
}
