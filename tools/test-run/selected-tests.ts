import { ensureBrowser } from '../browser.ts'
import { runProgram } from './steps.ts'

/** `npm test -- PATH…`: runs the named test files or folders only. Browser tests build the page first. Rejects when one fails. */
export async function runSelectedTests(paths: readonly string[]): Promise<void> {
  const browser = paths.filter((path) => path.startsWith('e2e/'))
  const others = paths.filter((path) => !path.startsWith('e2e/'))
  if (others.length > 0) await runProgram('vitest', ['run', ...others])
  if (browser.length === 0) return
  await runProgram('npm', ['run', '--silent', 'build', '-w', 'web'])
  await runProgram('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...browser], {
    CLUTCH_CHROMIUM: await ensureBrowser(),
  })
}
