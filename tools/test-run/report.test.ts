import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReport } from './report.ts'
import { formatFailures, formatSlowestFiles, formatStepTable } from './summary.ts'

const vitest = {
  numPassedTests: 3,
  testResults: [
    {
      name: join(process.cwd(), 'server/one.test.ts'),
      status: 'failed',
      startTime: 1_000,
      endTime: 3_500,
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'A1 holds' },
        {
          status: 'failed',
          fullName: 'A2 breaks',
          failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2\n at x\n at y\n at z\n at v\n at w'],
        },
      ],
    },
    {
      name: '/elsewhere/two.test.ts',
      status: 'failed',
      startTime: 0,
      endTime: 0,
      message: 'no such module',
      assertionResults: [],
    },
    {
      name: 'three.test.ts',
      status: 'passed',
      startTime: 0,
      endTime: 10,
      assertionResults: [{ status: 'passed', fullName: 'x' }],
    },
  ],
}

const playwright = {
  suites: [
    {
      title: 'vip.spec.ts',
      specs: [
        {
          title: 'F1 is there',
          file: 'vip/vip-page.spec.ts',
          tests: [{ status: 'expected', results: [{ duration: 1_500 }] }],
        },
      ],
      suites: [
        {
          title: 'on a phone',
          specs: [
            {
              title: 'F2 opens',
              file: 'vip/vip-page.spec.ts',
              tests: [
                {
                  status: 'unexpected',
                  results: [{ duration: 500, error: { message: 'TimeoutError: waited\nfor it' } }],
                },
                { status: 'skipped', results: [] },
              ],
            },
          ],
        },
      ],
    },
  ],
  errors: [{ message: 'SyntaxError', location: { file: join(process.cwd(), 'e2e/broken.spec.ts') } }],
}

test('each failed test of vitest is named with its file and how its message begins', () => {
  const { passed, failures, files } = readReport(JSON.stringify(vitest))
  expect(passed).toBe(3)
  expect(failures).toEqual([
    {
      file: 'server/one.test.ts',
      title: 'A2 breaks',
      lines: ['expected 1', 'to be 2', ' at x', ' at y', ' at z', ' at v'],
    },
    {
      file: expect.stringMatching(/elsewhere\/two\.test\.ts$/) as string,
      title: '(the whole file)',
      lines: ['no such module'],
    },
  ])
  expect(files[0]).toEqual({ file: 'server/one.test.ts', seconds: 2.5 })
})

test('each failed Playwright test is reported with its enclosing titles, and so are failures outside of tests', () => {
  const { passed, failures, files } = readReport(JSON.stringify(playwright))
  expect(passed).toBe(1)
  expect(failures).toEqual([
    {
      file: 'e2e/vip/vip-page.spec.ts',
      title: 'on a phone › F2 opens',
      lines: ['TimeoutError: waited', 'for it'],
    },
    { file: 'e2e/broken.spec.ts', title: '(no test)', lines: ['SyntaxError'] },
  ])
  expect(files).toEqual([{ file: 'e2e/vip/vip-page.spec.ts', seconds: 2 }])
})

test('the final report lists steps, slowest files and failures', () => {
  const ends = [
    { name: 'types', seconds: 1.26, ok: true },
    { name: 'browser', seconds: 400, ok: false },
  ]
  const steps = formatStepTable(ends, 400.26)
  expect(steps).toBe('\n     1.3 s  types\n   400.0 s  browser  FAILED\n   400.3 s  all  FAILED')
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `${seconds}.test.ts`, seconds }))
  expect(formatSlowestFiles(files).split('\n')).toHaveLength(12)
  expect(formatSlowestFiles(files)).toContain('11.0 s  11.test.ts')
  expect(formatFailures([{ file: 'a.test.ts', title: 'A1 b', lines: ['c'] }])).toBe(
    '\nFailed tests:\n\n✗ a.test.ts › A1 b\n    c',
  )
})
