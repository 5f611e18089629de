import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Queries } from '../platform/database/index.ts'

/**
 * Reads the beginning of a streamed answer that never ends, then leaves: returns how many transactions are
 * open while reading is paused, and whether its steps, counted by `steps`, ended with the reader.
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

/** Waits until the count stops changing. */
async function settled(steps: () => number): Promise<number> {
  let seen = -1
  const still = () => {
    const isUnchanged = steps() === seen
    seen = steps()
    return isUnchanged
  }
  await expect.poll(still, { interval: 200, timeout: 10_000 }).toBe(true)
  return seen
}
