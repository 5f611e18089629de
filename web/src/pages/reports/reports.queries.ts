import type { Body } from '@clutch/contract/api/call.ts'
import {
  type OwnSanction,
  appealSanction,
  listOwnSanctions,
} from '@clutch/contract/api/moderation/appeals.ts'
import { listOwnReports, reportPlayer } from '@clutch/contract/api/moderation/reports.ts'
import { getBoardPlayer } from '@clutch/contract/api/leaderboard/boards.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../app/api/api-client.ts'

const answerPollMs = 30_000

/** What belongs to a user: another one who signs in finds nothing of it. */
export const ownReportsQuery = (steamId: string) =>
  queryOptions({
    queryKey: ['reports', steamId, 'own'],
    queryFn: ({ signal }) => call(listOwnReports, { signal }),
  })

export const ownSanctionsQuery = (steamId: string) =>
  queryOptions({
    queryKey: ['reports', steamId, 'sanctions'],
    queryFn: ({ signal }) => call(listOwnSanctions, { signal }),
    refetchInterval: answerPollMs,
  })

export async function sendReport(
  client: QueryClient,
  steamId: string,
  body: Body<typeof reportPlayer>,
): Promise<void> {
  await call(reportPlayer, { body })
  await client.invalidateQueries({ queryKey: ownReportsQuery(steamId).queryKey })
}

export async function sendAppeal(
  client: QueryClient,
  steamId: string,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const changed = await call(appealSanction, { params: { id }, body: { text } })
  client.setQueryData(ownSanctionsQuery(steamId).queryKey, (known: OwnSanction[] | undefined) =>
    known?.map((one) => (one.id === id ? changed : one)),
  )
}

/** What the portal calls a player. */
export const targetNameQuery = (steamId: string) =>
  queryOptions({
    queryKey: ['reports', 'name', steamId],
    queryFn: async ({ signal }) => (await call(getBoardPlayer, { params: { steamId }, signal })).nickname,
    retry: false,
  })
