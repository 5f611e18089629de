import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readyBrowser } from './browser.ts'
import { checks } from './check.ts'
import { program, runSteps } from './run.ts'
import type { Step } from './run.ts'

/** Where Debian keeps PostgreSQL 15, the oldest the portal supports; its tests run where it is installed. */
const postgres15 = '/usr/lib/postgresql/15/bin'

/**
 * Tests that say nothing about a database's version: of whole programs and of connections that fall silent, of mail, payments
 * and game servers elsewhere, of reading and counting.
 */
const withoutSql = [
  'server/main.test.ts',
  'server/accounts/secrets.test.ts',
  'server/ready.test.ts',
  'server/{database,jobs}/silence.test.ts',
  'server/leaderboard/tally.test.ts',
  'server/mail/**',
  'server/who-may.test.ts',
  'server/config/**',
  'server/payments/providers/**',
  'server/payments/{crash,model,three-providers}*.test.ts',
  'server/vip/{delivery-trouble,restart}.test.ts',
  'server/events/{log,count}/**',
  'server/events/crash.test.ts',
  'server/servers/{a2s,rcon}/**',
].map((files) => `--exclude=${files}`)

const prove = process.argv.includes('--prove')
const reports = await mkdtemp(join(tmpdir(), 'clutch-test-'))
const counted: string[] = []

function vitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): () => Promise<void> {
  const file = join(reports, `${name}.json`)
  counted.push(file)
  return () =>
    program(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      env,
    )
}

function playwright(): () => Promise<void> {
  const file = join(reports, 'browser.json')
  counted.push(file)
  return async () => {
    const browser = await readyBrowser()
    await program('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      ...env,
      CLUTCH_CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    })
  }
}

const env = prove ? { CLUTCH_PROVE: '1' } : {}
const steps: Step[] = [
  ...checks,
  { name: 'unit and HTTP', run: vitest('unit', [], env) },
  ...(existsSync(postgres15)
    ? [
        {
          name: 'PostgreSQL 15',
          run: vitest('postgres-15', ['server/', ...withoutSql], { ...env, CLUTCH_TEST_PG_BIN: postgres15 }),
        },
      ]
    : []),
  { name: 'browser', run: playwright() },
  { name: 'benches', run: () => program('node', ['bench/main.ts', ...(prove ? [] : ['--quick'])], env) },
]

const failed = await runSteps(steps)
const totals = await Promise.all(counted.map(countTests))
const passed = totals.reduce((sum, total) => sum + total.passed, 0)
const broken = totals.reduce((sum, total) => sum + total.failed, 0)
await rm(reports, { recursive: true })
console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
console.log(`${passed} passed, ${Math.max(broken, failed.length > 0 ? 1 : 0)} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

/** Counts of a vitest or Playwright JSON report; a run that wrote none counts as nothing. */
async function countTests(file: string): Promise<{ passed: number; failed: number }> {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report: unknown = JSON.parse(await readFile(file, 'utf8'))
  const { numPassedTests, numFailedTests, stats } = report as {
    numPassedTests?: number
    numFailedTests?: number
    stats?: { expected?: number; unexpected?: number; flaky?: number }
  }
  return {
    passed: (numPassedTests ?? 0) + (stats?.expected ?? 0),
    failed: (numFailedTests ?? 0) + (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  }
}
