import type { reportAddressSchema } from '@clutch/contract/api/events/operator-log-feeds.ts'
import type * as z from 'zod/mini'
import { writeServerCfg } from './community-servers.ts'
import type { OperatorCall } from '../seed/operator-calls.ts'
import type { SeededServer } from '../seed/seed.ts'

/**
 * Gives every registered sample a fresh secret (the one before is revoked) and writes its cfg, so that it reports to the
 * portal at `url` from its next start on; `exec server.cfg` on its console makes it report at once.
 */
export async function configureEventReporting(
  call: OperatorCall,
  servers: readonly SeededServer[],
  url: string,
): Promise<void> {
  for (const { id, folder } of servers) {
    const address = await call<z.infer<typeof reportAddressSchema>>('POST', `servers/${id}/report-secret`)
    const { origin } = new URL(address.log)
    // The sample servers run on this machine, whatever address players are given.
    writeServerCfg(
      folder,
      address.commands.map((line) => line.replaceAll(origin, url)),
    )
  }
}
