import * as z from 'zod/mini'
import type { MatchEvent, MatchSubscriber } from '../../events/index.ts'
import { notifyRentalChanged } from '../rentals.store.ts'
import { type MatchScore, saveMatchScore } from './match-scores.store.ts'

const teamNameMaxLength = 64
const maxScore = 999

const teamSchema = z.object({
  name: z.string(),
  score: z.optional(z.int().check(z.minimum(0), z.maximum(maxScore))),
})
/** The reports of MatchZy that say a score: the start of a map, each round, and the end of a map. */
const scoredEvents = ['series_start', 'round_end', 'map_result'] as const
const scoreSchema = z.object({ event: z.enum(scoredEvents), team1: teamSchema, team2: teamSchema })

/**
 * Stores the latest score of each rental that reports a match, in the transaction that marks the reports as read. A report of another
 * shape says nothing: players choose the names of their teams, and anyone on the server can send what they like.
 */
export const recordMatchScores: MatchSubscriber = async (tx, events) => {
  const latest = new Map<string, MatchScore>()
  for (const one of events) {
    const score = readScore(one)
    if (score) latest.set(score.rentalId, score)
  }
  for (const score of latest.values())
    if (await saveMatchScore(tx, score)) await notifyRentalChanged(tx, score.rentalId)
}

function readScore({ rentalId, receivedAt, event }: MatchEvent): MatchScore | null {
  const read = scoreSchema.safeParse(event)
  if (rentalId === null || !read.success) return null
  const { event: kind, team1, team2 } = read.data
  return {
    rentalId,
    team1: cleanName(team1.name),
    team2: cleanName(team2.name),
    score1: team1.score ?? 0,
    score2: team2.score ?? 0,
    isOver: kind === 'map_result',
    reportedAt: receivedAt,
  }
}

/** A name on one line, without characters that change the direction of the text around it. */
export function cleanName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, teamNameMaxLength)
    .toWellFormed()
}
