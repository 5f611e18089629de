import type { Body, Reply } from '@clutch/contract/api/call.ts'
import {
  operatorAcknowledgeLogGaps,
  operatorConnectLog,
  operatorIssueReportSecret,
  operatorListLogFeeds,
  operatorRevokeReportSecret,
} from '@clutch/contract/api/events/operator-log-feeds.ts'
import {
  operatorListRconLog,
  operatorListRconCompletions,
  operatorRunRconCommand,
  operatorStreamServerLog,
  operatorTestServer,
  operatorTestServerLog,
  type RconReply,
  type RconLogEntry,
  type ServerLogTest,
  type ServerTest,
} from '@clutch/contract/api/servers/operator-server-control.ts'
import {
  operatorModeratePlayer,
  operatorListServerPlayers,
  operatorSendServerMessage,
} from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  operatorAddServer,
  operatorChangeServer,
  operatorListServers,
  operatorRemoveServer,
  type RegisteredServer,
} from '@clutch/contract/api/servers/operator-servers.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import { call, openStream } from '../../../app/api/api-client.ts'

export type { RconLogEntry, RegisteredServer, ServerLogTest, ServerTest }
export type Feed = Reply<typeof operatorListLogFeeds>[number]

const root = ['admin', 'servers'] as const
const listPollMs = 5_000
const playersPollMs = 5_000

export const serversQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: ({ signal }) => call(operatorListServers, { signal }),
  refetchInterval: listPollMs,
})

export const feedsQuery = queryOptions({
  queryKey: [...root, 'feeds'],
  queryFn: ({ signal }) => call(operatorListLogFeeds, { signal }),
  refetchInterval: listPollMs,
})

/** What an act made of a server is shown at once, and asked for again. */
function cacheServer(client: QueryClient, server: RegisteredServer): void {
  client.setQueryData(serversQuery.queryKey, (servers) => {
    if (!servers) return servers
    const known = servers.some(({ id }) => id === server.id)
    return known ? servers.map((one) => (one.id === server.id ? server : one)) : [...servers, server]
  })
  void client.invalidateQueries({ queryKey: serversQuery.queryKey })
}

export async function addServer(
  client: QueryClient,
  body: Body<typeof operatorAddServer>,
): Promise<RegisteredServer> {
  const added = await call(operatorAddServer, { body })
  cacheServer(client, added)
  return added
}

export async function changeServer(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorChangeServer>,
): Promise<RegisteredServer> {
  const changed = await call(operatorChangeServer, { params: { id }, body })
  cacheServer(client, changed)
  return changed
}

export async function removeServer(client: QueryClient, { id, revision }: RegisteredServer): Promise<void> {
  await call(operatorRemoveServer, { params: { id }, query: { revision } })
  client.setQueryData(serversQuery.queryKey, (servers) => servers?.filter((one) => one.id !== id))
}

export function testServer(body: Body<typeof operatorTestServer>): Promise<ServerTest> {
  return call(operatorTestServer, { body })
}

export async function testLog(client: QueryClient, id: string): Promise<ServerLogTest> {
  const tested = await call(operatorTestServerLog, { params: { id } })
  void client.invalidateQueries({ queryKey: feedsQuery.queryKey })
  return tested
}

/** The lines for a server's cfg without a word to the server itself. */
export async function issueSecret(
  client: QueryClient,
  id: string,
): Promise<Reply<typeof operatorConnectLog>> {
  const made = await call(operatorIssueReportSecret, { params: { id } })
  void client.invalidateQueries({ queryKey: feedsQuery.queryKey })
  return made
}

export async function revokeSecret(client: QueryClient, id: string): Promise<void> {
  await call(operatorRevokeReportSecret, { params: { id } })
  await client.invalidateQueries({ queryKey: feedsQuery.queryKey })
}

export async function acknowledgeGaps(client: QueryClient, id: string): Promise<void> {
  await call(operatorAcknowledgeLogGaps, { params: { id } })
  await client.invalidateQueries({ queryKey: feedsQuery.queryKey })
}

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'console', id],
    queryFn: ({ signal }) => call(operatorListRconLog, { params: { id }, signal }),
  })

/** Runs a command; whether it ran or was refused, it is then in the history. */
export async function runCommand(client: QueryClient, id: string, command: string): Promise<RconReply> {
  try {
    return await call(operatorRunRconCommand, { params: { id }, body: { command } })
  } finally {
    await client.invalidateQueries({ queryKey: historyQuery(id).queryKey })
  }
}

export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'words', id],
    queryFn: ({ signal }) => call(operatorListRconCompletions, { params: { id }, signal }),
    staleTime: 30_000,
  })

export const playersQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'players', id],
    queryFn: ({ signal }) => call(operatorListServerPlayers, { params: { id }, signal }),
    refetchInterval: playersPollMs,
    retry: false,
  })

async function refetchPlayers(client: QueryClient, id: string): Promise<void> {
  void client.invalidateQueries({ queryKey: historyQuery(id).queryKey })
  await client.invalidateQueries({ queryKey: playersQuery(id).queryKey })
}

/** The list shows who is left, also after a refusal. */
export async function moderatePlayer(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorModeratePlayer>,
): Promise<RconReply> {
  try {
    return await call(operatorModeratePlayer, { params: { id }, body })
  } finally {
    await refetchPlayers(client, id)
  }
}

export async function messageServer(client: QueryClient, id: string, text: string): Promise<void> {
  await call(operatorSendServerMessage, { params: { id }, body: { text } })
  await refetchPlayers(client, id)
}

/** The stream of a server's log. */
export function openLog(id: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const path = buildUrl(operatorStreamServerLog.path, { id }, {})
  return openStream({ ...operatorStreamServerLog, path }, signal)
}
