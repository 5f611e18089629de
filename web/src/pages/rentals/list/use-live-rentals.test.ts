import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { serversQuery } from '../rentals.queries.ts'
import { createSampleServer } from './sample-server.ts'
import { applyStreamEvent } from './use-live-rentals.ts'

const steamId = '76561198000000001'
const { queryKey } = serversQuery(steamId)
const server = createSampleServer('sv-aaaaaa', 'Server', 'Shanghai')
const createMessage = (servers: unknown) => ({ event: 'servers', data: JSON.stringify(servers) })

test('G3 the page shows what the stream sends, without relocated servers', () => {
  const client = new QueryClient()
  client.setQueryData(queryKey, [{ ...server, status: 'CREATING' as const }])
  applyStreamEvent(
    client,
    steamId,
    createMessage([server, { ...server, instance_id: 'sv-bbbbbb', relocated: 1 }]),
  )
  expect(client.getQueryData(queryKey)).toEqual([server])
})

test('G3 a pending answer does not overwrite newer stream updates', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { promise, resolve } = Promise.withResolvers<(typeof server)[]>()
  const asked = client.fetchQuery({ queryKey, queryFn: () => promise }).catch(() => undefined)
  applyStreamEvent(client, steamId, createMessage([server]))
  resolve([{ ...server, status: 'CREATING' }])
  await asked
  expect(client.getQueryData(queryKey)).toEqual([server])
})

test('G3 an event outside the contract is refused, another one passed over', () => {
  const client = new QueryClient()
  expect(() => applyStreamEvent(client, steamId, createMessage([{ instance_id: 'x' }]))).toThrow(
    'instance_id',
  )
  applyStreamEvent(client, steamId, { event: 'later', data: 'no json' })
  expect(client.getQueryData(queryKey)).toBeUndefined()
})
