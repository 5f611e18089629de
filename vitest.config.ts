import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,gamesim,standins,demo,tools}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['server/testing/cluster.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
