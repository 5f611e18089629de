/**
 * Writes types.generated.ts from a freshly migrated database; with `--check` only reports whether the file is
 * up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresDialect, generate } from 'kysely-codegen'
import { pino } from 'pino'
import { startTemporaryCluster, templateDatabase } from './embedded/temporary-cluster.ts'
import { openDatabase } from './index.ts'

const file = join(import.meta.dirname, 'types.generated.ts')
const cluster = await startTemporaryCluster()
const database = openDatabase(
  { ...cluster.address, database: templateDatabase },
  pino({ level: 'silent' }),
  1,
)
try {
  const types = await generate({
    db: database,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
    excludePattern: '{*.schema_migrations,pgboss.*,partitions.*}',
    typeOnlyImports: true,
  })
  if (!process.argv.includes('--check')) {
    writeFileSync(file, types)
  } else if (readFileSync(file, 'utf8') !== types) {
    process.stderr.write(
      'types.generated.ts is not what the migrations make: run node server/platform/database/generate-types.ts\n',
    )
    process.exitCode = 1
  }
} finally {
  await database.destroy()
  await cluster.stop()
}
