import type { Language } from '@clutch/contract/api/shared/fields.ts'
import {
  defaultPortal,
  getPortal,
  listAnnouncements,
  type Portal,
} from '@clutch/contract/api/content/portal.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { logError } from '../errors/log-error.ts'

/** A10: asked once, before the first screen. A portal that does not answer is taken to be as it is delivered. */
export async function loadPortal(): Promise<Portal> {
  try {
    return await call(getPortal, {})
  } catch (error) {
    logError('loading the portal', error)
    return defaultPortal
  }
}

/** B2: the announcement to show, null for none; rejects when the portal does not answer. */
export const announcementQuery = (language: Language) =>
  queryOptions({
    queryKey: ['announcement', language],
    queryFn: async ({ signal }) => {
      try {
        const [first] = await call(listAnnouncements, { query: { language }, signal })
        return first?.text ?? null
      } catch (error) {
        if (!signal.aborted) logError('loading the announcement', error)
        throw error
      }
    },
    staleTime: Infinity,
    retry: false,
  })
