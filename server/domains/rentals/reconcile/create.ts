import { NodeFull, PortTaken } from '../drivers/driver.ts'
import { crashProblem } from '../crashes.ts'
import type { Fleet } from '../fleet.ts'
import { failedAgain } from './backoff.ts'
import type { Deed, Write } from './deed.ts'
import type { Facts, StepOf } from './facts.ts'
import { gameFacts } from './game-facts.ts'
import { noteLine } from './lines-store.ts'
import { burnPort } from './place-store.ts'
import { type Target, driverFor, targetOf } from './target.ts'
import { notLive, updateInstance, updateLease } from './write-store.ts'

/**
 * Makes an instance, adopts the one that is there, or starts the one that does not run: the name is the same, so it is never
 * two (R1, R5). What ran before and does not now has crashed, and is started the later the more often it does.
 */
export function create(fleet: Fleet, facts: Facts, step: StepOf<'create'>): Deed {
  const target = targetOf(facts, step)
  const { instance, key, place } = target
  const { lease } = facts
  const hasCrashed = instance.started_at !== null
  return {
    step,
    effect: 'create',
    intend: async (tx, { now }) => {
      await updateInstance(tx, key, { state: 'starting', ...notLive })
      if (hasCrashed) await noteLine(tx, { ...key, at: now, what: 'crashed' })
    },
    act: async () => {
      const files = fleet.game.files(gameFacts(fleet.context, lease))
      const { region, port } = instance
      await driverFor(fleet, target).ensure({ ...place, region, port, files })
      return async (tx, { now }) => {
        const again = hasCrashed && { ...failedAgain(instance, now, fleet.random()), tried: 'create' }
        await updateInstance(tx, key, {
          state: 'starting',
          started_at: now,
          files_rev: lease.rev,
          applied_rev: 0,
          silent_at: null,
          unreached_at: null,
          unreached_seen_at: null,
          ...again,
        })
        const problem = again ? crashProblem({ ...again, started_at: now }, now) : ''
        if (problem !== '') await updateLease(tx, lease.id, { problem })
        if (!hasCrashed)
          await noteLine(tx, { ...key, at: now, what: 'started', detail: { node: place.node } })
      }
    },
    failed: (error) => {
      if (error instanceof PortTaken) return leave(fleet, target, 'port taken')
      return error instanceof NodeFull ? leave(fleet, target, 'machine full') : null
    },
  }
}

/** It cannot stand there: another place is looked for once it is certain that nothing of it is left. */
function leave({ random }: Fleet, { key, instance }: Target, why: 'port taken' | 'machine full'): Write {
  const { node, port, ready_at } = instance
  return async (tx, { lease, now }) => {
    if (why === 'port taken') await burnPort(tx, { node, port }, now)
    await updateInstance(tx, key, { state: 'stopping', kept: ready_at !== null })
    await updateLease(tx, lease.id, { ...failedAgain(lease, now, random()), problem: why })
    await noteLine(tx, { ...key, at: now, what: why, detail: { node, port } })
  }
}
