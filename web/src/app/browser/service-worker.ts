import { logError } from '../errors/log-error.ts'
import { getSession } from '../session/session.ts'
import { endForeignPushSubscription } from './push-subscription.ts'
import { pageLanguage } from '../../locales/translate.ts'

const address = '/sw.js'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

/**
 * F3: the worker that keeps the page for times without a network, at once the files of all public pages. It never keeps what a
 * session was asked for.
 */
export function registerServiceWorker(): Promise<void> {
  return (registered ??= register())
}

/** The page's policy can be made once. */
let registered: Promise<void> | undefined

async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(toTrustedUrl())
    const { active } = await navigator.serviceWorker.ready
    await endForeignPushSubscription(getSession()?.user.steamId)
    if (!isDataSaverOn()) active?.postMessage({ keepPages: pageLanguage() })
  } catch (error) {
    logError('starting the worker', error)
  }
}

/** Whether the visitor asked for as little traffic as possible. */
function isDataSaverOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** The address as the content security policy wants it: made by the page's one policy, for this one file. */
function toTrustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('clutch-worker', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}
