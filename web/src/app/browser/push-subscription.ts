import { readStored, writeStored } from './browser-storage.ts'

/** Whose notifications this browser shows: another player who signs in here must not get them. */
const ownerKey = 'pushOwner'

/** Whether this browser can show notifications of a page that is not open. */
export function canReceivePush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** The subscription of this browser; null for none, also before the worker has started. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!canReceivePush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes with the portal's key, for one player; a subscription with a former key is given up. Rejects with a DOMException. */
export async function createPushSubscription(publicKey: string, steamId: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const former = await pushManager.getSubscription()
  if (former && readServerKey(former) !== publicKey) await former.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options)
  writeStored(ownerKey, steamId)
  return subscription
}

/** Ends notifications in this browser, at its push service too: the portal learns of it with the next message. */
export async function endPushSubscription(): Promise<void> {
  writeStored(ownerKey, null)
  await (await findPushSubscription())?.unsubscribe()
}

/** The same where they are those of another player than the one who signed in. */
export async function endForeignPushSubscription(steamId: string | undefined): Promise<void> {
  const owner = readStored(ownerKey)
  if (owner !== null && steamId !== undefined && owner !== steamId) await endPushSubscription()
}

/** With which key of a portal it subscribed, base64url. */
export function readServerKey({ options }: PushSubscription): string {
  return toBase64Url(options.applicationServerKey ?? new ArrayBuffer())
}

/** SHA-256 of its address, by which the portal names it. */
export async function fingerprintOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
