import type * as client from '@prometheus-io/client'
import type { Logger } from 'pino'
import type { Queries } from '../../database/index.ts'
import { withTimeout } from '../../lifecycle/with-timeout.ts'
import type { Labels, MetricDefinition } from './instruments.ts'

/** One value of a gauge that is read when Prometheus asks. */
export interface Sample {
  gauge: MetricDefinition
  labels: Labels<string>
  value: number
}

/** What a domain reports from the database: cheap queries that use an index or a small table. */
export interface DatabaseSource {
  gauges: readonly MetricDefinition[]
  read: (queries: Queries, now: Date) => Promise<readonly Sample[]>
}

/** What a part of this process reports of itself, from memory. */
export interface ProcessSource {
  gauges: readonly MetricDefinition[]
  read: () => readonly Sample[]
}

const databaseUp: MetricDefinition = {
  name: 'clutch_database_up',
  help: 'Whether the last reading of the database for metrics succeeded.',
  labels: [],
}
const sampleSeconds: MetricDefinition = {
  name: 'clutch_database_sample_duration_seconds',
  help: 'How long the last reading of the database for metrics took.',
  labels: [],
}

/** The database is read for metrics at most this often, however many programs scrape. */
export const sampleEveryMs = 5_000
/** All queries together; Prometheus gives up a scrape after ten seconds. */
const readWithinMs = 4_000

export interface SampledGaugesOptions {
  library: typeof client
  registry: client.Registry
  /** Runs the queries of all sources, each limited in time by the database as well. */
  withQueries: <T>(read: (queries: Queries) => Promise<T>) => Promise<T>
  clock: { now: () => Date; monotonicMs: () => number }
  log: Logger
  database: readonly DatabaseSource[]
  process: readonly ProcessSource[]
}

/** Gauges that are read when they are asked for. A failing database removes its own, so that no old value looks like a present one. */
export class SampledGauges {
  readonly #options: SampledGaugesOptions
  readonly #gauges = new Map<string, client.Gauge<string>>()
  #sampledAtMs = -Infinity
  #reading: Promise<void> | null = null

  constructor(options: SampledGaugesOptions) {
    this.#options = options
    const { library, registry, database, process } = options
    const definitions = [databaseUp, sampleSeconds, ...[...database, ...process].flatMap((one) => one.gauges)]
    for (const { name, help, labels } of definitions)
      this.#gauges.set(
        name,
        new library.Gauge<string>({ name, help, labelNames: [...labels], registers: [registry] }),
      )
  }

  /** Brings the gauges up to date; calls at the same time share one reading. Never rejects. */
  async refresh(): Promise<void> {
    for (const source of this.#options.process) this.#replace(source.gauges, source.read())
    if (this.#options.clock.monotonicMs() - this.#sampledAtMs < sampleEveryMs) return
    this.#reading ??= this.#readDatabase().finally(() => (this.#reading = null))
    await this.#reading
  }

  async #readDatabase(): Promise<void> {
    const { clock, database, log, withQueries } = this.#options
    const gauges = database.flatMap((source) => source.gauges)
    const began = clock.monotonicMs()
    try {
      const samples = await withTimeout(
        readWithinMs,
        withQueries((queries) => readSources(database, queries, clock.now())),
        () => new Error('the database took too long'),
      )
      const seconds = (clock.monotonicMs() - began) / 1_000
      const own = { gauge: sampleSeconds, labels: {}, value: seconds }
      this.#replace([...gauges, databaseUp, sampleSeconds], [...samples, up(1), own])
    } catch (error) {
      log.warn({ err: error }, 'cannot read the database for metrics')
      this.#replace([...gauges, databaseUp, sampleSeconds], [up(0)])
    }
    this.#sampledAtMs = clock.monotonicMs()
  }

  #replace(gauges: readonly MetricDefinition[], samples: readonly Sample[]): void {
    for (const { name } of gauges) this.#gauges.get(name)?.reset()
    // A gauge without labels starts at 0 after a reset: one without a value is removed instead.
    const given = new Set(samples.map(({ gauge }) => gauge.name))
    for (const { name, labels } of gauges)
      if (labels.length === 0 && !given.has(name)) this.#gauges.get(name)?.remove()
    for (const { gauge, labels, value } of samples) this.#gauges.get(gauge.name)?.set({ ...labels }, value)
  }
}

const up = (value: number): Sample => ({ gauge: databaseUp, labels: {}, value })

async function readSources(
  sources: readonly DatabaseSource[],
  queries: Queries,
  now: Date,
): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  // One connection answers them in turn.
  // oxlint-disable-next-line no-await-in-loop
  for (const source of sources) samples.push(...(await source.read(queries, now)))
  return samples
}
