import { findBrowser } from '@clutch/tools/browser.ts'
import { shareCompileCache } from '@clutch/tools/testing/test-options.ts'
import { defineConfig } from '@playwright/test'
import { join } from 'node:path'

shareCompileCache()

const repository = join(import.meta.dirname, '..')
const executablePath = findBrowser()

/** One stack a test file, one file after the other in each worker. */
export default defineConfig({
  testDir: '.',
  // Node.js runs all other folders itself; Playwright would translate them, and the built page, once more for each worker. The pattern is
  // parsed for every import: one with braces takes six times as long.
  build: { external: [join(repository, '!(e2e)/**')] },
  globalSetup: './prepare-stacks.ts',
  outputDir: '../test-results',
  // More than the two cores of CI: each mostly waits for its browser or portal.
  workers: 4,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // `npm test` leaves the variants of what another journey shows to `npm run prove`.
  ...(process.env['CLUTCH_BROWSER_SAMPLE'] === '1' && { grepInvert: /@variant/ }),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // The JSON is for the counts of `npm test`.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? [['list']] : [['list'], ['json']],
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'dark',
    // What the worker answers no test can see; its own tests let it in.
    serviceWorkers: 'block',
    // Nothing moves by itself, so nothing is drawn over and over; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      // In a plain environment the browser would call every file of a Chinese name "download".
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
