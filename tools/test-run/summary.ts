import type { TestReport } from './report.ts'
import type { StepResult } from './steps.ts'

const maxSlowFiles = 10

/** Formats how long each step took, and the total; some steps run in parallel. */
export function formatStepTable(ends: readonly StepResult[], allSeconds: number): string {
  const rows = [...ends, { name: 'all', seconds: allSeconds, ok: ends.every(({ ok }) => ok) }]
  return [
    '',
    ...rows.map(({ name, seconds, ok }) => formatLine(seconds, ok ? name : `${name}  FAILED`)),
  ].join('\n')
}

/** The files whose tests took longest. */
export function formatSlowestFiles(files: TestReport['files']): string {
  const first = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, maxSlowFiles)
  return ['\nSlowest files:', ...first.map(({ file, seconds }) => formatLine(seconds, file))].join('\n')
}

/** Every test that failed, with how its message begins. */
export function formatFailures(failures: TestReport['failures']): string {
  const each = failures.map(({ file, title, lines }) =>
    [`\n✗ ${file} › ${title}`, ...lines.map((text) => `    ${text}`)].join('\n'),
  )
  return ['\nFailed tests:', ...each].join('\n')
}

function formatLine(seconds: number, what: string): string {
  return `${seconds.toFixed(1).padStart(8)} s  ${what}`
}
