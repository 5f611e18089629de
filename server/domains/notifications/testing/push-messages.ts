import { createECDH, randomBytes } from 'node:crypto'
import { isStoredPushKind, renderPush } from '@clutch/contract/rules/notifications/push-messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import { subscribe } from '../push/push-subscriptions.service.ts'

/** A browser of a player that wants notifications, at an address where nothing listens. */
export async function addBrowser(
  context: AppContext,
  person: { userId: string; sessionId: string },
): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const endpoint = `http://127.0.0.1:9/${randomBytes(8).toString('hex')}`
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  await subscribe(context, person, { endpoint, keys, language: 'en' })
}

/** The messages that wait for the browsers of a player, as they are shown; the oldest first. */
export async function readPushes(
  { database }: Pick<AppContext, 'database'>,
  person: { userId: string },
): Promise<{ kind: string; title: string; body: string; page: string }[]> {
  const rows = await database
    .selectFrom('push_messages')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .select(['kind', 'subject', 'fields'])
    .where('user_id', '=', person.userId)
    .orderBy('seq')
    .execute()
  return rows.flatMap(({ kind, subject, fields }) => {
    if (!isStoredPushKind(kind)) return []
    const { title, body, page } = renderPush(
      { kind, subject, values: fields as Record<string, string> },
      'en',
    )
    return [{ kind, title, body, page }]
  })
}
