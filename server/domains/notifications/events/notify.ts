import { randomUUIDv7 } from 'node:crypto'
import type { NotificationEvent } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { Words } from '@clutch/contract/rules/notifications/event-fields.ts'
import { notify as notifyListeners, type Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { insertWantedEvent, notificationsChannel } from './events.store.ts'

const valueMaxLength = 500
const subjectMaxLength = 200

/**
 * Puts an event into the outbox, in the transaction in which it happens: it is sent if that commits, and only then. Stores nothing
 * where no rule wants its kind; a rule that is added later applies to what happens later. Costs one statement and sends nothing
 * itself. Texts may be of players: they are stored on one line and at most 500 characters long.
 */
export async function notify(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  { kind, subject, serverId, steamId, fields }: NotificationEvent,
): Promise<void> {
  const values: Readonly<Record<string, string | number | Words>> = fields
  const isStored = await insertWantedEvent(tx, {
    id: randomUUIDv7(),
    kind,
    subject: cleanText(subject, subjectMaxLength),
    server_id: serverId ?? null,
    steam_id: steamId ?? null,
    fields: JSON.stringify(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleanValue(value)])),
    ),
    at: clock.now(),
  })
  if (isStored) await notifyListeners(tx, notificationsChannel)
}

function cleanValue(value: string | number | Words): string | number | Words {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return cleanText(value, valueMaxLength)
  return { zh: cleanText(value.zh, valueMaxLength), en: cleanText(value.en, valueMaxLength) }
}

/** A text on one line, without what a database refuses or what changes the direction of the text around it. */
export function cleanText(text: string, maxLength: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`
}
