import type { Body } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/content/operator-announcements.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

export const announcementsQuery = queryOptions({
  queryKey: ['operator', 'announcements'],
  queryFn: ({ signal }) => call(calls.operatorListAnnouncements, { signal }),
})

/** Publishes an announcement, or changes the one of this id. */
export async function saveAnnouncement(
  id: string | undefined,
  {
    revision,
    ...body
  }: Required<Pick<Body<typeof calls.operatorAddAnnouncement>, 'text' | 'position'>> & {
    revision: number | undefined
  },
): Promise<void> {
  if (id === undefined) await call(calls.operatorAddAnnouncement, { body })
  else await call(calls.operatorChangeAnnouncement, { params: { id }, body: { ...body, revision } })
}

export async function removeAnnouncement({ id, revision }: calls.OperatorAnnouncement): Promise<void> {
  await call(calls.operatorRemoveAnnouncement, { params: { id }, query: { revision } })
}
