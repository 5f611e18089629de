import type * as client from '@prometheus-io/client'

type Client = typeof client

/** Label values of one series. They come from closed sets: never an address, a SteamID or another text of a visitor. */
export type Labels<L extends string> = Readonly<Record<L, string>>

/** Name and meaning of a metric, as Prometheus shows them: base units, `_total` for counters, `_seconds`, `_bytes`. */
export interface MetricDefinition<L extends string = string> {
  name: `clutch_${string}`
  help: string
  labels: readonly L[]
}

/**
 * Series of a counter or histogram that exist from the start, at 0: `rate` and `increase` miss what a new series begins with, such as
 * the first failure.
 */
interface InitialSeries<L extends string> {
  initial?: readonly Labels<L>[]
}

/** A number that only grows while the process runs. Without metrics in the settings it counts nothing. */
export interface Counter<L extends string> {
  add: (labels: Labels<L>, amount?: number) => void
}

/** How long something took, in seconds. Without metrics in the settings it records nothing. */
export interface Histogram<L extends string> {
  observe: (labels: Labels<L>, seconds: number) => void
}

/** What this process counts. One registry per process: several portals in one process (tests) share it. */
let opened: { client: Client; registry: client.Registry } | null = null
const waiting: ((to: NonNullable<typeof opened>) => void)[] = []
const names = new Set<string>()

export function defineCounter<L extends string>(
  definition: MetricDefinition<L> & InitialSeries<L>,
): Counter<L> {
  let counter: client.Counter<L> | null = null
  attach(definition.name, (to) => {
    counter = new to.client.Counter<L>(toOptions(definition, to.registry))
    for (const labels of definition.initial ?? []) counter.inc(labels as client.LabelValues<L>, 0)
  })
  return {
    add: (labels, amount = 1) => counter?.inc(labels as client.LabelValues<L>, amount),
  }
}

/** `buckets`: upper limits in seconds. */
export function defineHistogram<L extends string>(
  definition: MetricDefinition<L> & InitialSeries<L> & { buckets: readonly number[] },
): Histogram<L> {
  let histogram: client.Histogram<L> | null = null
  attach(definition.name, (to) => {
    const options = { ...toOptions(definition, to.registry), buckets: [...definition.buckets] }
    histogram = new to.client.Histogram<L>(options)
    for (const labels of definition.initial ?? []) histogram.zero(labels as client.LabelValues<L>)
  })
  return {
    observe: (labels, seconds) => histogram?.observe(labels as client.LabelValues<L>, seconds),
  }
}

/**
 * Starts recording in this process; returns the registry of counters, durations and the process itself. The library is loaded here,
 * so that a portal without metrics does without it.
 */
export async function openProcessMetrics(): Promise<{ client: Client; registry: client.Registry }> {
  if (opened) return opened
  const library = await import('@prometheus-io/client')
  // Another call may have finished while the library was loaded.
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (opened) return opened
  const registry = new library.Registry()
  opened = { client: library, registry }
  for (const define of waiting.splice(0)) define(opened)
  await collectProcessMetrics(registry)
  return opened
}

/**
 * The library's metrics of the process, each from its own file: its list as a whole also observes every garbage collection, which
 * costs an answer with a database query up to a tenth, and has names that break Prometheus' rules (decision 0047).
 */
const processMetrics = [
  'processCpuTotal',
  'processStartTime',
  'osMemoryHeap',
  'processOpenFileDescriptors',
  'processMaxFileDescriptors',
  'eventLoopLag',
  'heapSizeAndUsed',
  'version',
]

interface ProcessMetricModule {
  default: (registry: client.Registry, options: { eventLoopMonitoringPrecision: number }) => void
}

async function collectProcessMetrics(registry: client.Registry): Promise<void> {
  for (const name of processMetrics) {
    // oxlint-disable-next-line no-await-in-loop
    const loaded: unknown = await import(`@prometheus-io/client/lib/metrics/${name}.js`)
    const { default: collect } = loaded as ProcessMetricModule
    collect(registry, { eventLoopMonitoringPrecision: 10 })
  }
}

function attach(name: string, define: (to: NonNullable<typeof opened>) => void): void {
  if (names.has(name)) throw new Error(`the metric ${name} is defined twice`)
  names.add(name)
  if (opened) define(opened)
  else waiting.push(define)
}

function toOptions<L extends string>({ name, help, labels }: MetricDefinition<L>, registry: client.Registry) {
  return { name, help, labelNames: [...labels], registers: [registry] }
}
