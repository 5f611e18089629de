import {
  serverListDeltaSchema,
  streamHelloSchema,
  type ServerListDelta,
} from '@clutch/contract/api/servers/servers.ts'
import type { StreamEvent } from '../../../app/live/server-sent-events.ts'
import * as z from 'zod/mini'

interface StreamHandlers {
  hello: (hello: z.infer<typeof streamHelloSchema>) => void
  delta: (delta: ServerListDelta) => void
}

/** Takes an event of the list’s stream; throws on one that breaks the contract. */
export function handleServerEvent({ event, data }: StreamEvent, { hello, delta }: StreamHandlers): void {
  if (event === 'hello') hello(z.parse(streamHelloSchema, JSON.parse(data)))
  if (event === 'delta') delta(z.parse(serverListDeltaSchema, JSON.parse(data)))
}
