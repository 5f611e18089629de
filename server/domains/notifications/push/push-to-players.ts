import { type PlayerMessage, threadOf } from '@clutch/contract/rules/notifications/push-messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, notify } from '../../../platform/database/index.ts'
import { cleanText } from '../events/notify.ts'
import type { PushKind } from '@clutch/contract/rules/notifications/push-kinds.ts'
import { insertMessages, pushChannel, selectPushedPlayers } from './push-messages.store.ts'

const valueMaxLength = 300

/**
 * Puts a notification for the browsers of players into the outbox, in the transaction of its cause: it is sent if that commits, and
 * only then. Stores nothing for players without a browser, and for those who turned off the kind; costs one statement. Texts are stored on one line.
 */
export async function pushToPlayers(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  { kind, steamIds, subject, values, until }: PlayerMessage,
): Promise<void> {
  const entries = Object.entries<string | number>(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? cleanText(value, valueMaxLength) : value,
  ])
  const isStored = await insertMessages(tx, {
    steamIds,
    kind,
    thread: threadOf(kind),
    subject,
    fields: JSON.stringify(Object.fromEntries(entries)),
    at: clock.now(),
    expires_at: until,
  })
  if (isStored) await notify(tx, pushChannel)
}

/** Which of these players a message of a kind would be sent to. */
export async function filterPushedPlayers(
  queries: Queries,
  steamIds: readonly string[],
  kind: PushKind,
): Promise<Set<string>> {
  return new Set(steamIds.length === 0 ? [] : await selectPushedPlayers(queries, steamIds, kind))
}
