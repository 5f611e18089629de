import { readStorageConfig, InvalidConfig } from '../platform/config/config.ts'
import { externalDatabase, migrate } from '../platform/database/index.ts'
import { atDatabase, explainStartError } from '../platform/lifecycle/start-problem.ts'

/**
 * Applies the migrations to the database of `DATABASE_URL` (behind a pooler of `CLUTCH_DATABASE_DIRECT_URL`) and ends: what the Job of the Helm chart runs before new pods start. Exit
 * code 1 with one line for each problem.
 */
try {
  const { databaseUrl, databaseDirectUrl } = readStorageConfig(process.env)
  if (databaseUrl === undefined) throw new InvalidConfig(['DATABASE_URL: required here'])
  const address = externalDatabase({ databaseUrl, databaseDirectUrl })
  const applied = await atDatabase({ databaseDirectUrl }, migrate(address))
  process.stdout.write(`${applied} migrations applied\n`)
} catch (error) {
  const problem = explainStartError(error)
  if (!problem) throw error
  for (const line of problem) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
