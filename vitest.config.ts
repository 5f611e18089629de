import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Programs that tests start, and the workers themselves, compile their modules once for all of them.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'clutch-compile-cache')

const every = [
  '{contract,server,gamesim,emulators,demo,tools}/**/*.test.ts',
  'web/{src,build}/**/*.test.{ts,tsx}',
]

/** They start whole programs, containers or providers, and mostly wait for them. */
const waiting = [
  'demo/*.test.ts',
  'gamesim/**/*.test.ts',
  'emulators/**/*.test.ts',
  'server/{main,ready}.test.ts',
  'server/backup/*.test.ts',
  'server/domains/accounts/secret-leaks.test.ts',
  'server/{database,jobs}/*.test.ts',
  'server/mail/*.test.ts',
  'server/**/*crash*.test.ts',
  'server/payments/providers/*.test.ts',
  'server/rentals/drivers-life.test.ts',
  'server/rentals/{drivers,game}/**/*.test.ts',
  'server/rentals/reconcile/worker.test.ts',
  'server/servers/{a2s,rcon}/*.test.ts',
  'server/servers/openarena.test.ts',
]

/** The longest of them, which begin first: at the end of a run nobody is to wait for one that began last. */
const longest = [
  'server/rentals/drivers/docker/docker.test.ts',
  'server/rentals/drivers-life.test.ts',
  'server/main.test.ts',
  'demo/start.test.ts',
  'server/payments/crash.test.ts',
  'server/rentals/crash.test.ts',
  'server/rentals/crash-docker.test.ts',
  'server/backup/command.test.ts',
  'server/rentals/drivers/docker/engine.test.ts',
]

/** Files in the order of their projects, so that those that share their modules follow one another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification) => {
      const known = longest.findIndex((file) => moduleId.endsWith(file))
      return projectNames.indexOf(project.name) * (longest.length + 1) + (known < 0 ? longest.length : known)
    }
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

/** What puts something else in a module's place needs modules of its own; all others share theirs with the files before them. */
const replacing = globSync(every).filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
)

const projectNames = ['waiting', 'alone', 'together']

/** More workers than CI has cores: some always wait for a process, a database or a clock. */
const common: TestProjectInlineConfiguration['test'] = {
  pool: 'forks',
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: ['tools/testing/wait-timeouts.ts'],
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['server/testing/cluster.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'waiting',
          include: waiting,
          exclude: ['**/node_modules/**', ...replacing],
          isolate: false,
        },
      },
      { test: { ...common, name: 'alone', include: replacing } },
      {
        test: {
          ...common,
          name: 'together',
          include: every,
          exclude: ['**/node_modules/**', ...waiting, ...replacing],
          isolate: false,
        },
      },
    ],
  },
})
