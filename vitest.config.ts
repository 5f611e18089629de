import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { listTestFiles, type TestFile } from './tools/testing/test-files.ts'
import { shareCompileCache } from './tools/testing/test-options.ts'

shareCompileCache()

const files = listTestFiles()
const slowFiles = files
  .filter(({ slowSeconds }) => slowSeconds > 0)
  .toSorted((one, other) => other.slowSeconds - one.slowSeconds)
  .map(({ path }) => path)

/** Slow files start first, the slowest at the top, so that no worker starts one at the end of a run. */
class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = slowFiles.findIndex((path) => moduleId.endsWith(path))
      return index < 0 ? slowFiles.length : index
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const setupFiles = ['tools/testing/wait-timeouts.ts']

/** More workers than the two cores of CI: some always wait for a process, a database or a clock. */
const common: TestProjectInlineConfiguration['test'] = {
  pool: 'forks',
  maxWorkers: 4,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles,
  expect: { poll: { timeout: 30_000 } },
}

const pathsOf = (passes: (file: TestFile) => boolean) => files.filter(passes).map(({ path }) => path)

const isOfPage = ({ path }: TestFile) => path.startsWith('web/')

export default defineConfig({
  test: {
    globalSetup: ['server/testing/cluster.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...common, name: 'isolated', include: pathsOf((file) => file.isIsolated) } },
      {
        test: {
          ...common,
          name: 'shared',
          include: pathsOf((file) => !file.isIsolated && !isOfPage(file)),
          isolate: false,
          // Node.js loads these modules as it loads the portal's, from its compile cache; Vite would translate each once more.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...common,
          name: 'page',
          include: pathsOf((file) => !file.isIsolated && isOfPage(file) && !file.needsDom),
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'components',
          include: pathsOf((file) => !file.isIsolated && file.needsDom),
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'web/src/app/testing/dom.ts'],
          // Not intervals: jsdom draws its frames by one, and draws no more once that one was faked.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] },
          isolate: false,
        },
      },
    ],
  },
})
