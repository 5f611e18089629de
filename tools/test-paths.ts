import { readyBrowser } from './browser.ts'
import { program } from './run.ts'

/** `npm test -- PATH…`: runs the named test files or folders only. Browser tests build the page first. Rejects when one fails. */
export async function runTestPaths(paths: readonly string[]): Promise<void> {
  const browser = paths.filter((path) => path.startsWith('e2e/'))
  const others = paths.filter((path) => !path.startsWith('e2e/'))
  if (others.length > 0) await program('vitest', ['run', ...others])
  if (browser.length === 0) return
  await program('npm', ['run', '--silent', 'build', '-w', 'web'])
  await program('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...browser], {
    CLUTCH_CHROMIUM: await readyBrowser(),
  })
}
