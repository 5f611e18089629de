import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { queryOptions } from '@tanstack/react-query'
import { logError } from '../errors/log-error.ts'

/** How often an open page looks for what operators change on every page: the announcement, the banner of maintenance; ms. */
export const openPagePollMs = 60_000

/** A rendered page comes with what these calls reply. */
export const loadPortalCalls = () => import('./portal.queries.ts')

/** B2: the announcement to show, null for none; rejects when the portal does not answer. */
export const announcementQuery = (language: Language) =>
  queryOptions({
    queryKey: ['announcement', language],
    queryFn: async ({ signal }) => {
      try {
        const { loadAnnouncement } = await loadPortalCalls()
        return await loadAnnouncement(language, signal)
      } catch (error) {
        if (!signal.aborted) logError('loading the announcement', error)
        throw error
      }
    },
    staleTime: Infinity,
    refetchInterval: openPagePollMs,
    retry: false,
  })
