import {
  changePushSettings,
  getPushSettings,
  removePushBrowser,
  subscribeToPush,
  testPushBrowser,
  type PushSettings,
} from '@clutch/contract/api/notifications/push.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { PushKind } from '@clutch/contract/rules/notifications/push-kinds.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../app/api/api-error.ts'
import { call } from '../../../app/api/api-client.ts'
import {
  canReceivePush,
  createPushSubscription,
  endPushSubscription,
  findPushSubscription,
  fingerprintOf,
  readServerKey,
} from '../../../app/browser/push-subscription.ts'
import { registerServiceWorker } from '../../../app/browser/service-worker.ts'

/** What notifications in this browser depend on. `id` of its row at the portal. */
export type OwnBrowser =
  | { state: 'unsupported' | 'needs-home-screen' | 'denied' | 'off' }
  | { state: 'on'; id: string }

export const pushSettingsQuery = (steamId: string) =>
  queryOptions({
    queryKey: ['account', steamId, 'push'] as const,
    queryFn: ({ signal }) => call(getPushSettings, { signal }),
  })

const ownBrowserKey = (steamId: string) => ['account', steamId, 'push-here'] as const

/** What this browser says, compared with what the portal has. A subscription that the portal does not have is off. */
export const ownBrowserQuery = (steamId: string, { publicKey, browsers }: PushSettings, language: Language) =>
  queryOptions({
    queryKey: [...ownBrowserKey(steamId), language, publicKey, ...browsers.map(({ id }) => id)] as const,
    queryFn: () => readOwnBrowser({ publicKey, browsers }, language),
  })

async function readOwnBrowser(
  { publicKey, browsers }: Pick<PushSettings, 'publicKey' | 'browsers'>,
  language: Language,
): Promise<OwnBrowser> {
  if (!canReceivePush()) return { state: isIos() ? 'needs-home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const subscription = await findPushSubscription()
  if (!subscription || readServerKey(subscription) !== publicKey) return { state: 'off' }
  const fingerprint = await fingerprintOf(subscription)
  const own = browsers.find((browser) => browser.fingerprint === fingerprint)
  if (!own) return { state: 'off' }
  // Its notifications follow the language of the page.
  if (own.language !== language) await saveSubscription(subscription, language)
  return { state: 'on', id: own.id }
}

function saveSubscription(subscription: PushSubscription, language: Language): Promise<PushSettings> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return call(subscribeToPush, { body: { endpoint, keys: { p256dh, auth }, language } })
}

/** Asks the browser for the permission and its push service for a subscription. Rejects with a DOMException or an ApiError. */
export async function turnOnPush(
  client: QueryClient,
  { steamId, publicKey, language }: { steamId: string; publicKey: string; language: Language },
): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    return client.invalidateQueries({ queryKey: ownBrowserKey(steamId) })
  await registerServiceWorker()
  const settings = await saveSubscription(await createPushSubscription(publicKey, steamId), language)
  client.setQueryData(pushSettingsQuery(steamId).queryKey, settings)
  await client.invalidateQueries({ queryKey: ownBrowserKey(steamId) })
}

/** Ends notifications in a browser; where it is this one, in the browser itself too. One that is gone is no error. */
export async function removeBrowser(
  client: QueryClient,
  { steamId, id, isHere }: { steamId: string; id: string; isHere: boolean },
): Promise<void> {
  try {
    await call(removePushBrowser, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'push.not_found')) throw error
  }
  if (isHere) await endPushSubscription()
  await client.invalidateQueries({ queryKey: pushSettingsQuery(steamId).queryKey })
  await client.invalidateQueries({ queryKey: ownBrowserKey(steamId) })
}

export async function savePushKinds(client: QueryClient, steamId: string, off: PushKind[]): Promise<void> {
  const saved = await call(changePushSettings, { body: { off } })
  client.setQueryData(pushSettingsQuery(steamId).queryKey, saved)
}

/** Sends a test to a browser; answers what became of it. */
export async function sendTestPush(client: QueryClient, steamId: string, id: string) {
  const result = await call(testPushBrowser, { params: { id } })
  if (result.state === 'gone') {
    await endPushSubscription()
    await client.invalidateQueries({ queryKey: pushSettingsQuery(steamId).queryKey })
  }
  return result.state
}

/** An iPhone or iPad offers notifications only to a page on its home screen. */
function isIos(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches
}
