import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { type TestReport, emptyTestReport, readReport } from './test-run/report.ts'
import { type RunStep, failedSteps, runProgram, runSteps } from './test-run/steps.ts'
import { runSelectedTests } from './test-run/selected-tests.ts'
import { formatStepTable, formatSlowestFiles, formatFailures } from './test-run/summary.ts'

/** Where Debian keeps PostgreSQL 15, the oldest the portal supports; its tests run where it is installed. */
const postgres15 = '/usr/lib/postgresql/15/bin'

/**
 * Tests that say nothing about a database's version: of whole programs and of connections that fall silent, of mail, payments
 * and game servers elsewhere, of reading and counting, of the same statements once more under faults. Backups are tried
 * between both versions anyway.
 */
const testsWithoutSql = [
  'server/domains/accounts/secret-leaks.test.ts',
  'server/backup/**',
  'server/{http,operator}/**',
  'server/*.test.ts',
  'server/{database,jobs}/silence.test.ts',
  'server/database/embedded.test.ts',
  'server/leaderboard/tally.test.ts',
  'server/mail/**',
  'server/config/**',
  'server/payments/providers/**',
  'server/payments/{crash,model,three-providers}*.test.ts',
  'server/vip/{delivery-trouble,restart}.test.ts',
  'server/events/{log,count}/**',
  'server/events/crash.test.ts',
  'server/servers/{a2s,rcon}/**',
  'server/servers/{openarena,watch}.test.ts',
  'server/rentals/{drivers,game}/**',
  'server/rentals/{crash,drivers-life}*.test.ts',
  'server/rentals/reconcile/{decide,model,every-step,faults,worker,crashes}*.test.ts',
]

/** Vitest's own --exclude says nothing to its projects: it is given the files themselves. */
const sqlTests = globSync('server/**/*.test.ts', { exclude: testsWithoutSql })

const isProving = process.argv.includes('--prove')
const reports = await mkdtemp(join(tmpdir(), 'clutch-test-'))
const reportFiles: string[] = []

function vitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): () => Promise<void> {
  const file = join(reports, `${name}.json`)
  reportFiles.push(file)
  return () =>
    runProgram(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      env,
    )
}

function playwright(): () => Promise<void> {
  const file = join(reports, 'browser.json')
  reportFiles.push(file)
  return async () => {
    const browser = await ensureBrowser()
    await runProgram('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      ...env,
      CLUTCH_CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    })
  }
}

const env = isProving ? { CLUTCH_PROVE: '1' } : {}
const steps: RunStep[] = [
  { name: 'unit and HTTP', run: vitest('unit', [], env) },
  ...(existsSync(postgres15)
    ? [
        {
          name: 'PostgreSQL 15',
          run: vitest('postgres-15', sqlTests, { ...env, CLUTCH_TEST_PG_BIN: postgres15 }),
        },
      ]
    : []),
  { name: 'browser', run: playwright() },
  {
    name: 'benches',
    run: () => runProgram('node', ['bench/main.ts', ...(isProving ? [] : ['--quick'])], env),
  },
]

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (paths.length === 0) await runEverything()
else await runSelectedTests(paths).catch(() => (process.exitCode = 1))

async function runEverything(): Promise<void> {
  const began = performance.now()
  const ends = [...(await runChecks()), ...(await runSteps(steps))]
  const allSeconds = (performance.now() - began) / 1_000
  const failed = failedSteps(ends)
  const results = await Promise.all(reportFiles.map(readReportFile))
  await rm(reports, { recursive: true })
  const failures = results.flatMap((report) => report.failures)
  const passed = results.reduce((sum, report) => sum + report.passed, 0)
  console.log(formatStepTable(ends, allSeconds))
  console.log(formatSlowestFiles(results.flatMap(({ files }) => files)))
  if (failures.length > 0) console.log(formatFailures(failures))
  console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
  console.log(`${passed} passed, ${Math.max(failures.length, failed.length > 0 ? 1 : 0)} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

/** A run that wrote no report counts as nothing. */
async function readReportFile(file: string): Promise<TestReport> {
  return existsSync(file) ? readReport(await readFile(file, 'utf8')) : emptyTestReport
}
