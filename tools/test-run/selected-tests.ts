import { ensureBrowser } from '../browser.ts'
import { runProgram } from './steps.ts'

/**
 * `npm test -- PATH…` and `npm run prove -- PATH…`: runs the named test files or folders only, with these variables. Browser tests build the page
 * first. Rejects when one fails.
 */
export async function runSelectedTests(paths: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const browser = paths.filter((path) => path.startsWith('e2e/'))
  const others = paths.filter((path) => !path.startsWith('e2e/'))
  if (others.length > 0) await runProgram('vitest', ['run', ...others], env)
  if (browser.length === 0) return
  await runProgram('npm', ['run', '--silent', 'build', '-w', 'web'])
  await runProgram('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...browser], {
    ...env,
    CLUTCH_CHROMIUM: await ensureBrowser(),
  })
}
