import { NodeSilent, type Seen } from '../driver.ts'
import type { Listed } from './answers.ts'
import { type Marks, ownerLabel, readMarks } from './marks.ts'
import { strayNetworks } from './network.ts'
import { EngineRefused } from './refusal.ts'
import { type Machine, seen } from './spot.ts'

/** How many containers are looked at together: an engine's list does not say since when each runs. */
const together = 8

/** What `FleetDriver.list` says. Complete only where the engine told of every container that it listed (R6). */
export async function listOn(
  { engine }: Machine,
  owner: string,
): Promise<{ seen: Seen[]; complete: boolean }> {
  const games = (await engine.list(`${ownerLabel}=${owner}`)).flatMap((listed) => gameOf(listed, owner))
  const found: Seen[] = []
  for (let at = 0; at < games.length; at += together) {
    const some = games.slice(at, at + together).map(async ({ id, place }) => {
      const container = await engine.inspect(id)
      // Null: it was removed since it was listed.
      return container ? [seen(place, container)] : []
    })
    const looked = await Promise.allSettled(some)
    found.push(...looked.flatMap((look) => (look.status === 'fulfilled' ? look.value : [])))
    if (looked.some(isUntold)) return { seen: found, complete: false }
  }
  const strays = await strayNetworks(
    engine,
    owner,
    games.map(({ place }) => place),
  )
  return { seen: [...found, ...strays], complete: true }
}

function gameOf({ id, labels }: Listed, owner: string): { id: string; place: Marks['place'] }[] {
  const marks = readMarks(labels)
  return marks?.owner === owner && marks.op === '' ? [{ id, place: marks.place }] : []
}

/** Whether an engine did not tell; any other error is a fault of ours, and thrown. */
function isUntold(look: PromiseSettledResult<unknown>): boolean {
  if (look.status === 'fulfilled') return false
  const reason: unknown = look.reason
  if (reason instanceof NodeSilent || reason instanceof EngineRefused) return true
  throw reason
}
