import { sql } from 'kysely'
import type { RentalHistoryKind } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { type Queries, prepared } from '../../../platform/database/index.ts'
import { insertHistoryLine } from '../rentals.store.ts'

/** How far back the same line is looked for. */
const recentLineCount = 8
/** Lines stored for a rental. */
const historyMaxLines = 400

export interface HistoryLine {
  rentalId: string
  at: Date
  generation: number | null
  what: RentalHistoryKind
  detail?: Record<string, unknown>
}

/**
 * Adds a line to a rental's history. A repetition among the last lines is counted instead (`detail.count`),
 * so that a server that crashes all night does not fill it. Lines beyond the last 400 are deleted.
 */
export async function addHistoryLine(tx: Queries, line: HistoryLine): Promise<void> {
  if (await countRepeatedLine(tx, line)) return
  await insertHistoryLine(tx, line)
  await sql`${prepared} delete from rental_lines where rental_id = ${line.rentalId} and id <= (
    select id from rental_lines where rental_id = ${line.rentalId} order by id desc offset ${sql.lit(historyMaxLines)} limit 1)`.execute(
    tx,
  )
}

async function countRepeatedLine(
  tx: Queries,
  { rentalId, at, generation, what, detail = {} }: HistoryLine,
): Promise<boolean> {
  const counted = await sql`${prepared} update rental_lines
    set at = ${at}, detail = ${JSON.stringify(detail)}::jsonb
      || jsonb_build_object('count', coalesce((detail ->> 'count')::integer, 1) + 1)
    where id = (select max(id) from (
        select id, what, generation from rental_lines where rental_id = ${rentalId} order by id desc limit ${sql.lit(recentLineCount)}
      ) as recent where what = ${what} and generation is not distinct from ${generation}::integer)`.execute(
    tx,
  )
  return (counted.numAffectedRows ?? 0n) > 0n
}
