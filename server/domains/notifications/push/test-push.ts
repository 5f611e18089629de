import { randomUUIDv7 } from 'node:crypto'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { testPushBrowser } from '@clutch/contract/api/notifications/push.ts'
import { pushTestLifetimeMs } from '@clutch/contract/limits.ts'
import { threadOf } from '@clutch/contract/rules/notifications/push-messages.ts'
import { loadPushKeys } from './push-keys.ts'
import { deleteGoneSubscription } from './push-messages.store.ts'
import { browserNotFound } from './push-subscriptions.service.ts'
import { selectSubscription } from './push-subscriptions.store.ts'
import { type PushContext, sendPush } from './send-push.ts'

/** Sends a test to one browser of a user at once, whatever waits for it. Throws `push.not_found`. */
export async function sendTestPush(
  context: PushContext,
  userId: string,
  id: string,
): Promise<Reply<typeof testPushBrowser>> {
  const { database, clock } = context
  const subscription = await selectSubscription(database, userId, id)
  if (!subscription) throw browserNotFound()
  const { outcome, problem } = await sendPush(context, await loadPushKeys(context), subscription, {
    id: randomUUIDv7(),
    kind: 'test',
    thread: threadOf('test'),
    subject: id,
    fields: {},
    expires_at: new Date(clock.now().getTime() + pushTestLifetimeMs),
  })
  if (outcome === 'gone') await deleteGoneSubscription(database, subscription.id)
  return { state: outcome === 'sent' || outcome === 'gone' ? outcome : 'failed', problem }
}
