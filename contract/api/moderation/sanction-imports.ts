import * as z from 'zod/mini'
import { sanctionImportMaxBytes } from '../../limits.ts'
import { defineCall } from '../call.ts'

export const importSystems = ['sourcebans', 'simpleadmin'] as const

/** Why a row is not imported. `operator`: an operator is sanctioned by hand only. */
export const skipReasons = ['badSteamId', 'badTime', 'badType', 'addressOnly', 'operator'] as const
export type SkipReason = (typeof skipReasons)[number]

export const sanctionImportSchema = z.object({
  /** Sanctions in the file. */
  found: z.int(),
  added: z.int(),
  /** Known from an earlier import, and lifted since. */
  updated: z.int(),
  /** Known from an earlier import, or made by the portal itself, and unchanged. */
  known: z.int(),
  /** How many rows are not imported, and the first of them with their lines. */
  skipped: z.int(),
  skippedRows: z.array(z.object({ line: z.int(), reason: z.enum(skipReasons) })),
  dryRun: z.boolean(),
})

export type SanctionImport = z.infer<typeof sanctionImportSchema>

export const operatorImportSanctions = defineCall({
  id: 'operatorImportSanctions',
  method: 'POST',
  path: '/api/operator/sanctions/import',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'importSanctions',
  maxBytes: sanctionImportMaxBytes,
  summary:
    'Imports the bans, mutes and gags of SourceBans++ or CS2-SimpleAdmin from a dump (MySQL, MariaDB, SQLite) or a CSV file of its tables. The same file again adds nothing. `dryRun` only counts.',
  body: z.strictObject({
    system: z.enum(importSystems),
    text: z.string().check(z.minLength(1), z.maxLength(sanctionImportMaxBytes)),
    /** By how many minutes the times of CS2-SimpleAdmin are ahead of UTC; SourceBans++ has UTC. */
    utcOffset: z._default(z.int().check(z.minimum(-840), z.maximum(840)), 0),
    dryRun: z._default(z.boolean(), false),
  }),
  reply: sanctionImportSchema,
})
