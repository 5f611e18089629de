import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

export interface MatchScore {
  rentalId: string
  team1: string
  team2: string
  score1: number
  score2: number
  /** The map was played to its end. */
  isOver: boolean
  reportedAt: Date
}

/** Stores a score in place of an earlier one; false where the rental is gone or a later one is stored. */
export async function saveMatchScore(tx: Queries, score: MatchScore): Promise<boolean> {
  const { rentalId, team1, team2, score1, score2, isOver, reportedAt } = score
  const saved =
    await sql`insert into rental_scores (rental_id, team1, team2, score1, score2, is_over, reported_at)
    select id, ${team1}, ${team2}, ${score1}, ${score2}, ${isOver}, ${reportedAt} from rentals where id = ${rentalId}
    on conflict (rental_id) do update set team1 = excluded.team1, team2 = excluded.team2, score1 = excluded.score1,
      score2 = excluded.score2, is_over = excluded.is_over, reported_at = excluded.reported_at
    where rental_scores.reported_at <= excluded.reported_at`.execute(tx)
  return (saved.numAffectedRows ?? 0n) > 0n
}

/** Returns the latest scores of some rentals that were reported since a time. */
export async function selectMatchScores(
  queries: Queries,
  rentalIds: readonly string[],
  since: Date,
): Promise<MatchScore[]> {
  if (rentalIds.length === 0) return []
  const rows = await queries
    .selectFrom('rental_scores')
    .selectAll()
    .where('rental_id', 'in', rentalIds)
    .where('reported_at', '>', since)
    .execute()
  return rows.map((row) => ({
    rentalId: row.rental_id,
    team1: row.team1,
    team2: row.team2,
    score1: row.score1,
    score2: row.score2,
    isOver: row.is_over,
    reportedAt: row.reported_at,
  }))
}
