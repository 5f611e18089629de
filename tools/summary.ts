import type { Report } from './report.ts'
import type { StepEnd } from './run.ts'

const slowest = 10

/** How long each step took, and all of them, of which some went on at once. */
export function stepTable(ends: readonly StepEnd[], allSeconds: number): string {
  const rows = [...ends, { name: 'all', seconds: allSeconds, ok: ends.every(({ ok }) => ok) }]
  return ['', ...rows.map(({ name, seconds, ok }) => line(seconds, ok ? name : `${name}  FAILED`))].join('\n')
}

/** The files whose tests took longest. */
export function slowestTable(files: Report['files']): string {
  const first = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowest)
  return ['\nSlowest files:', ...first.map(({ file, seconds }) => line(seconds, file))].join('\n')
}

/** Every test that failed, with how its message begins. */
export function failureList(failures: Report['failures']): string {
  const each = failures.map(({ file, title, lines }) =>
    [`\n✗ ${file} › ${title}`, ...lines.map((text) => `    ${text}`)].join('\n'),
  )
  return ['\nFailed tests:', ...each].join('\n')
}

function line(seconds: number, what: string): string {
  return `${seconds.toFixed(1).padStart(8)} s  ${what}`
}
