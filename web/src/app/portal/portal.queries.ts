import type { Language } from '@clutch/contract/api/shared/fields.ts'
import {
  defaultPortal,
  getPortal,
  listAnnouncements,
  type Portal,
} from '@clutch/contract/api/content/portal.ts'
import { call } from '../api/api-client.ts'
import { logError } from '../errors/log-error.ts'

/** A10: the community's name, switches and links; rejects when the portal does not answer. */
export const readPortal = (): Promise<Portal> => call(getPortal, {})

/** A10: asked once, before the first screen. A portal that does not answer is taken to be as it is delivered. */
export async function loadPortal(): Promise<Portal> {
  try {
    return await readPortal()
  } catch (error) {
    logError('loading the portal', error)
    return defaultPortal
  }
}

/** B2: the first announcement; null for none. */
export async function loadAnnouncement(language: Language, signal: AbortSignal): Promise<string | null> {
  const [first] = await call(listAnnouncements, { query: { language }, signal })
  return first?.text ?? null
}
