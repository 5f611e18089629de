import * as z from 'zod/mini'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { MatchEvent, MatchSubscriber } from '../../events/index.ts'
import { notify } from '../../notifications/index.ts'
import { getServerName } from '../../servers/index.ts'
import { selectRental } from '../rentals.store.ts'
import { cleanName } from './match-scores.service.ts'

const maxScore = 999
const teamSchema = z.object({ name: z.string(), score: z.int().check(z.minimum(0), z.maximum(maxScore)) })
/** What MatchZy reports at the end of a map. A report of another shape says nothing. */
const endSchema = z.object({ event: z.literal('map_result'), team1: teamSchema, team2: teamSchema })

/** Tells the channels about matches that ended, on registered and on rented servers, in the transaction that marks the reports as read. */
export function notifyEndedMatches(context: Pick<AppContext, 'clock'>): MatchSubscriber {
  return async (tx, events) => {
    for (const event of events) {
      const read = endSchema.safeParse(event.event)
      if (read.success) await notifyEnd(context, tx, event, read.data)
    }
  }
}

async function notifyEnd(
  context: Pick<AppContext, 'clock'>,
  tx: Queries,
  { serverId, rentalId }: MatchEvent,
  { team1, team2 }: z.infer<typeof endSchema>,
): Promise<void> {
  const result = `${cleanName(team1.name)} ${team1.score}:${team2.score} ${cleanName(team2.name)}`
  if (serverId !== null) {
    const fields = { server: await getServerName(tx, serverId), map: '', result }
    await notify(context, tx, { kind: 'match.ended', subject: serverId, serverId, fields })
    return
  }
  const rental = await selectRental(tx, rentalId)
  if (!rental) return
  await notify(context, tx, {
    kind: 'match.ended',
    subject: rental.number,
    fields: { server: rental.name, map: '', result },
  })
}
