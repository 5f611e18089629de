import type { Health } from '@clutch/contract/api/console/console.ts'

/** Counts what an operator should act on: failing services, items that wait, and failed jobs as one. */
export function countProblems({ services, attention, jobs }: Health): number {
  return services.filter(({ state }) => state === 'bad').length + attention.length + Math.min(1, jobs.failed)
}
