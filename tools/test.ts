import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { type TestReport, emptyTestReport, readReport } from './test-run/report.ts'
import { type RunStep, failedSteps, runProgram, runSteps } from './test-run/steps.ts'
import { listTestFiles } from './testing/test-files.ts'
import { runSelectedTests } from './test-run/selected-tests.ts'
import { formatStepTable, formatSlowestFiles, formatFailures } from './test-run/summary.ts'

/** Where Debian keeps PostgreSQL 15, the oldest the portal supports; its tests run where it is installed. */
const postgres15 = '/usr/lib/postgresql/15/bin'

const isProving = process.argv.includes('--prove')
/**
 * Server tests on PostgreSQL 15: all of them under `npm run prove`, every eightieth in `npm test`. Slow ones start programs that bring
 * the newest version, so they say nothing about an older one.
 */
const postgres15Tests = listTestFiles()
  .filter(({ path, slowSeconds }) => path.startsWith('server/') && slowSeconds === 0)
  .map(({ path }) => path)
  .toSorted()
  .filter((_, index) => isProving || index % 80 === 45)

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
      ...(!isProving && { CLUTCH_BROWSER_SAMPLE: '1' }),
      CLUTCH_CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    })
  }
}

const env = isProving ? { CLUTCH_PROVE: '1' } : {}
/**
 * Run at once, the longest with most workers. Every worker of the page's tests loads jsdom and the page again, and Vite translates for each: four
 * take twice the processor time of one.
 */
const vitestSteps: RunStep[] = [
  { name: 'unit and HTTP', run: vitest('unit', ['--project=shared', '--project=isolated'], env) },
  {
    name: 'unit tests of the page',
    run: vitest('page', ['--project=page', '--project=components', '--maxWorkers=1'], env),
  },
  ...(existsSync(postgres15)
    ? [
        {
          name: 'PostgreSQL 15',
          run: vitest('postgres-15', [...postgres15Tests, ...(isProving ? [] : ['--maxWorkers=1'])], {
            ...env,
            CLUTCH_TEST_PG_BIN: postgres15,
          }),
        },
      ]
    : []),
]
const steps: RunStep[] = [
  { name: 'browser', run: playwright() },
  {
    name: 'benches',
    run: () => runProgram('node', ['bench/main.ts', ...(isProving ? [] : ['--quick'])], env),
  },
]

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (paths.length === 0) await runEverything()
else await runSelectedTests(paths, env).catch(() => (process.exitCode = 1))

async function runEverything(): Promise<void> {
  const began = performance.now()
  const ends = [
    ...(await runChecks(isProving)),
    ...(await runSteps(vitestSteps, isProving ? 1 : vitestSteps.length)),
    ...(await runSteps(steps)),
  ]
  const allSeconds = (performance.now() - began) / 1_000
  const failed = failedSteps(ends)
  const results = await Promise.all(reportFiles.map(readReportFile))
  await rm(reports, { recursive: true })
  const failures = results.flatMap((report) => report.failures)
  const passed = results.reduce((sum, report) => sum + report.passed, 0)
  console.log(formatStepTable(ends, allSeconds))
  console.log(formatSlowestFiles(results.flatMap(({ files }) => files)))
  if (failures.length > 0) console.log(formatFailures(failures))
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
  console.log(`${passed} passed, ${Math.max(failures.length, failed.length > 0 ? 1 : 0)} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

/** A run that wrote no report counts as nothing. */
async function readReportFile(file: string): Promise<TestReport> {
  return existsSync(file) ? readReport(await readFile(file, 'utf8')) : emptyTestReport
}
