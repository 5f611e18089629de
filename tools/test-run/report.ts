import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a run of tests came to, whichever program ran them. */
export interface TestReport {
  passed: number
  /** One each: its file, its title, and how its message begins. */
  failures: readonly { file: string; title: string; lines: readonly string[] }[]
  /** Seconds a file's tests took together. */
  files: readonly { file: string; seconds: number }[]
}

export const emptyTestReport: TestReport = { passed: 0, failures: [], files: [] }

const maxMessageLines = 6

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  /** What belongs to no test, as a file that cannot be read. */
  errors?: { message?: string; location?: { file: string } }[]
}

/** Reads the JSON that vitest or Playwright wrote. */
export function readReport(text: string): TestReport {
  const report = JSON.parse(text) as VitestReport | PlaywrightReport
  return 'testResults' in report ? fromVitest(report) : fromPlaywright(report)
}

function fromVitest({ numPassedTests, testResults }: VitestReport): TestReport {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = toRelativePath(name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file, title: test.fullName, lines: messageLines(test.failureMessages?.[0]) }))
    // A file that could not be read, or a hook of it that failed, is no test's.
    if (failed.length > 0 || status !== 'failed') return failed
    return [{ file, title: '(the whole file)', lines: messageLines(message) }]
  })
  const files = testResults.map((one) => ({
    file: toRelativePath(one.name),
    seconds: (one.endTime - one.startTime) / 1_000,
  }))
  return { passed: numPassedTests, failures, files }
}

function fromPlaywright({ suites, errors = [] }: PlaywrightReport): TestReport {
  // The outermost suites are the files.
  const specs = suites.flatMap((suite) => listSpecs(suite, []))
  const failures = [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          file,
          title,
          lines: messageLines(results.find(({ error }) => error !== undefined)?.error?.message),
        })),
    ),
    ...errors.map(({ message, location }) => ({
      file: toRelativePath(location?.file ?? ''),
      title: '(no test)',
      lines: messageLines(message),
    })),
  ]
  const seconds = new Map<string, number>()
  for (const { file, tests } of specs) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1_000)
  }
  const passed = specs.flatMap(({ tests }) => tests).filter(({ status }) => status === 'expected').length
  return { passed, failures, files: [...seconds].map(([file, took]) => ({ file, seconds: took })) }
}

function listSpecs(suite: PlaywrightSuite, above: readonly string[]) {
  const specs: {
    file: string
    title: string
    tests: NonNullable<PlaywrightSuite['specs']>[number]['tests']
  }[] = (suite.specs ?? []).map(({ file, title, tests }) => ({
    file: `e2e/${file}`,
    // The outermost suite is the file itself.
    title: [...above, title].join(' › '),
    tests,
  }))
  for (const inner of suite.suites ?? []) specs.push(...listSpecs(inner, [...above, inner.title]))
  return specs
}

function messageLines(message: string | undefined): string[] {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines.filter((line) => line.trim() !== '').slice(0, maxMessageLines)
}

function toRelativePath(path: string): string {
  return isAbsolute(path) ? relative(process.cwd(), path) : path
}
