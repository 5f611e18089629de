import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  SanctionImport,
  operatorImportSanctions,
} from '@clutch/contract/api/moderation/sanction-imports.ts'
import { getGroupMembers } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import {
  type ImportedSanction,
  type SkippedRow,
  readSimpleAdmin,
  readSourceBans,
} from './imported-sanctions.ts'
import { saveImported } from './imports.store.ts'

const rowsAtOnce = 1_000
const skippedShown = 100

/** What a dry run throws, so that nothing of it stays. */
class DryRunOver extends Error {
  override name = 'DryRunOver'
}

/** Imports the sanctions of another system, all or none; a dry run counts what that would do. */
export async function importSanctions(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { system, text, utcOffset, dryRun }: Body<typeof operatorImportSanctions>,
  writeAudit: (tx: Queries, value: SanctionImport) => Promise<void>,
): Promise<SanctionImport> {
  const read = system === 'sourcebans' ? readSourceBans(text) : readSimpleAdmin(text, utcOffset)
  let result: SanctionImport | undefined
  try {
    await database.transaction().execute(async (tx) => {
      const members = await getGroupMembers(tx, 'op', clock.now())
      const operators = new Set(members.map(({ steamId }) => steamId))
      const { sanctions, skipped } = leaveOutOperators(read, operators)
      const saved = await saveAll(tx, sanctions)
      result = {
        found: sanctions.length,
        ...saved,
        known: sanctions.length - saved.added - saved.updated,
        skipped: skipped.length,
        skippedRows: skipped.slice(0, skippedShown),
        dryRun,
      }
      if (dryRun) throw new DryRunOver()
      await writeAudit(tx, result)
    })
  } catch (error) {
    if (!(error instanceof DryRunOver)) throw error
  }
  if (!result) throw new Error('an import ended without a result')
  return result
}

/** A ban of an operator needs a caller who may do all that they may: it is made by hand. */
function leaveOutOperators(
  { sanctions, skipped }: { sanctions: readonly ImportedSanction[]; skipped: readonly SkippedRow[] },
  operators: ReadonlySet<string>,
) {
  const ofOperators = sanctions.filter(({ steamId }) => operators.has(steamId))
  const rest = ofOperators.map(({ line }): SkippedRow => ({ line, reason: 'operator' }))
  return {
    sanctions: sanctions.filter(({ steamId }) => !operators.has(steamId)),
    skipped: [...skipped, ...rest].toSorted((one, other) => one.line - other.line),
  }
}

async function saveAll(
  tx: Queries,
  sanctions: readonly ImportedSanction[],
): Promise<{ added: number; updated: number }> {
  const sum = { added: 0, updated: 0 }
  for (let from = 0; from < sanctions.length; from += rowsAtOnce) {
    const rows = sanctions.slice(from, from + rowsAtOnce).map((row) => ({ ...row, id: randomUUIDv7() }))
    const { added, updated } = await saveImported(tx, rows)
    sum.added += added
    sum.updated += updated
  }
  return sum
}
