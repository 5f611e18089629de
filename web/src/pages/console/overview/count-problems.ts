import type { Health } from '@clutch/contract/api/console/console.ts'

/** How many things an operator should do something about: services that fail, what waits, failed jobs as one. */
export function countProblems({ services, attention, jobs }: Health): number {
  return services.filter(({ state }) => state === 'bad').length + attention.length + Math.min(1, jobs.failed)
}
