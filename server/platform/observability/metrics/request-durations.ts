/** Durations of one method, route and status. `counts`: one for each upper limit, the last for what is longer than all. */
interface Series {
  labels: string
  counts: number[]
  sum: number
}

const name = 'clutch_http_request_duration_seconds'
const help =
  'Time from the head of a request to the end of its answer, by route pattern, without live streams.'
/** Upper limits in seconds, from answers out of memory to those that wait for a payment provider. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/**
 * The histogram of requests, with a store of its own: the library's takes 1 to 2 µs for each value, a tenth of the cheapest answer
 * (decision 0047, `bench/observability`). Its text is that of the Prometheus format.
 */
export class RequestDurations {
  readonly #series = new Map<string, Series>()

  observe(
    { method, route, status }: { method: string; route: string; status: number },
    seconds: number,
  ): void {
    const key = `${method} ${status} ${route}`
    let series = this.#series.get(key)
    if (series === undefined) {
      const labels = `method="${method}",route="${escapeLabel(route)}",status="${status}"`
      series = { labels, counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 }
      this.#series.set(key, series)
    }
    let place = 0
    while (place < buckets.length && seconds > (buckets[place] ?? Infinity)) place += 1
    series.counts[place] = (series.counts[place] ?? 0) + 1
    series.sum += seconds
  }

  /** All series in the Prometheus text format; limits are cumulative. */
  toText(): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const { labels, counts, sum } of this.#series.values()) {
      let total = 0
      for (const [place, count] of counts.entries()) {
        total += count
        lines.push(`${name}_bucket{${labels},le="${buckets[place] ?? '+Inf'}"} ${total}`)
      }
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`)
    }
    return `${lines.join('\n')}\n`
  }
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
