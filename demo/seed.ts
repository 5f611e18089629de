import type { NewServer, RegisteredServer, ServerChange } from '@clutch/contract/api/operator.ts'
import type { OperatorCall } from './operator-calls.ts'
import type { SampleServer } from './sample-servers.ts'
import { sampleAnnouncement, samplePortal } from './sample-texts.ts'

/** Where a sample server plays now. */
export interface PlayedServer {
  sample: SampleServer
  ip: string
  port: number
  rconPassword: string
}

/**
 * Fills the portal by the operator's own calls: texts and links at the very first start, the sample servers at each.
 * Idempotent: a server that is there, by its address or its name, only learns its present address and password, so that
 * what an operator changed in it, or took down, stays that way.
 */
export async function seed(call: OperatorCall, played: readonly PlayedServer[]): Promise<void> {
  const registered = await call<RegisteredServer[]>('GET', 'servers')
  if (registered.length === 0) {
    await call('PATCH', 'portal', samplePortal)
    await call('POST', 'announcements', { text: sampleAnnouncement })
  }
  for (const server of played) await seedServer(call, registered, server)
}

async function seedServer(
  call: OperatorCall,
  registered: readonly RegisteredServer[],
  { sample, ip, port, rconPassword }: PlayedServer,
): Promise<void> {
  const known =
    registered.find((server) => server.ip === ip && server.port === port) ??
    registered.find((server) => server.name === sample.name)
  if (known) {
    const change: ServerChange = { ip, port, rcon_password: rconPassword }
    await call('PATCH', `servers/${known.id}`, change)
  } else {
    await call('POST', 'servers', registration(sample, ip, port, rconPassword))
  }
}

function registration(
  { name, category, region, ontop = 0 }: SampleServer,
  ip: string,
  port: number,
  rconPassword: string,
): Partial<NewServer> {
  return { ip, port, name, category, region, ontop, tickrate: '128 tick', rcon_password: rconPassword }
}
