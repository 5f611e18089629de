import type { Browser, Page } from '@playwright/test'
import type { TraceEvent } from './chromium.ts'

/** What the page's main thread took for something, ms: as the clock saw it, and the processor time in it. */
export interface TaskTime {
  wallMs: number
  cpuMs: number
}

const traceCategories = [
  'toplevel',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  '__metadata',
]

/**
 * The longest task of the main thread while `act` runs. On a busy machine the clock also counts what other programs took;
 * processor time is what the page itself needed.
 */
export async function measureLongestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<TaskTime> {
  const tasks = listTasks(await recordTrace(browser, page, act))
  if (tasks.length === 0) throw new Error('the trace holds no task of the page')
  const most = (time: (task: TraceEvent) => number) =>
    tasks.reduce((max, task) => Math.max(max, time(task)), 0) / 1000
  return { wallMs: most(({ dur }) => dur ?? 0), cpuMs: most(({ tdur }) => tdur ?? 0) }
}

/**
 * What the main thread took for something that ends at the page's own `performance.mark` of this name. `act` answers how
 * long it was by the clock, ms.
 */
export async function measureUntilMark(
  browser: Browser,
  page: Page,
  mark: string,
  act: () => Promise<number>,
): Promise<TaskTime> {
  let clock = NaN
  const trace = await recordTrace(browser, page, async () => {
    clock = await act()
  })
  const end = trace.find(({ name }) => name === mark)?.ts
  if (end === undefined) throw new Error(`the trace holds no ${mark}`)
  const begin = end - clock * 1000
  const during = listTasks(trace).filter(({ ts, dur = 0 }) => ts + dur > begin && ts < end)
  return { wallMs: clock, cpuMs: during.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000 }
}

async function recordTrace(browser: Browser, page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: traceCategories })
  await act()
  return (JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] })
    .traceEvents
}

function listTasks(trace: readonly TraceEvent[]): TraceEvent[] {
  const mains = new Set(
    trace
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  return trace.filter(
    ({ ph, name, pid, tid }) =>
      ph === 'X' && name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid}/${tid}`),
  )
}
