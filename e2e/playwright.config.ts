import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const machineChromium = process.env['CLUTCH_CHROMIUM'] ?? '/usr/bin/chromium'

/** One stack a worker, two workers: `journeys` use the portal, `look` opens every screen in every guise. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
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
      ...(existsSync(machineChromium) && { executablePath: machineChromium }),
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
