import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorGetConfig } from '@clutch/contract/api/console/console.ts'
import { databaseVersion } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { describeSettings } from './describe-settings.ts'
import { portalVersion } from '../../platform/version.ts'

/** What runs here, and with which settings; no secret is among them. */
export async function describeProgram(
  { config, database }: Pick<AppContext, 'config' | 'database'>,
  started: Date,
): Promise<Reply<typeof operatorGetConfig>> {
  return {
    version: portalVersion,
    node: process.versions.node,
    database: await databaseVersion(database),
    embedded: config.databaseUrl === undefined,
    publicUrl: config.publicUrl,
    roles: [...config.roles],
    started: started.getTime(),
    settings: describeSettings(config),
  }
}
