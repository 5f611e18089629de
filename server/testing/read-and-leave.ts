import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Queries } from '../platform/database/index.ts'

/**
 * Reads the beginning of a streamed answer that never ends by itself, then leaves: how many transactions are open while nobody
 * reads on, and whether its steps, of which `steps` tells the number, have ended with the reader.
 */
export async function readPartly(response: Response, steps: () => number, database: Queries) {
  const reader = response.body?.getReader()
  await reader?.read()
  const waiting = await settled(steps)
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
    database,
  )
  await reader?.cancel()
  return { transactions: rows.length, isOver: (await settled(steps)) < waiting + 5 }
}

/** Waits until it stands still. */
async function settled(steps: () => number): Promise<number> {
  let seen = -1
  const still = () => {
    const stands = steps() === seen
    seen = steps()
    return stands
  }
  await expect.poll(still, { interval: 200, timeout: 10_000 }).toBe(true)
  return seen
}
