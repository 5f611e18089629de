import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  ph: string
  name: string
  pid: number
  tid: number
  /** Microseconds: from begin to end, and of them those the processor worked for this thread. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the page's main thread, ms: as the clock saw it, and the processor time in it. */
export interface LongestTask {
  clock: number
  processor: number
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']

/**
 * Watches the main thread while `act` runs. On a busy machine the clock also counts what other programs took;
 * processor time is what the page itself needed.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<LongestTask> {
  await browser.startTracing(page, { categories })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = trace.traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  )
  if (tasks.length === 0) throw new Error('the trace holds no task of the page')
  const most = (time: (task: TraceEvent) => number) =>
    tasks.reduce((max, task) => Math.max(max, time(task)), 0) / 1000
  return { clock: most(({ dur }) => dur ?? 0), processor: most(({ tdur }) => tdur ?? 0) }
}
