import { z } from 'zod'
import type { Attention } from '@clutch/contract/api/console/console.ts'
import type { AppContext } from '../../platform/context.ts'
import { fetchWithLimits } from '../../platform/network/fetch-with-limits.ts'
import { portalVersion } from '../../platform/version.ts'

const askAgainMs = 24 * 3_600_000
const retryMs = 3_600_000
const limits = { withinMs: 10_000, maxBytes: 1_000_000 }

/** A release as GitHub, Gitea and Forgejo describe the latest one. */
const releaseSchema = z.object({
  tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  html_url: z.url({ protocol: /^https?$/ }).max(300),
})

/** Whether there is a newer version. It is requested only if `CLUTCH_UPDATE_URL` is set. */
export class UpdateNotice {
  readonly #context: Pick<AppContext, 'config' | 'clock' | 'log'>
  #latest: { version: string; address: string } | null = null
  #askAfterMs = -Infinity

  constructor(context: Pick<AppContext, 'config' | 'clock' | 'log'>) {
    this.#context = context
  }

  /**
   * Returns what the last request found, and begins another one once a day, after a failure once an hour: an operator's page
   * does not wait for another site.
   */
  current(): Attention[] {
    const { config, clock } = this.#context
    if (config.updateUrl !== undefined && clock.monotonicMs() >= this.#askAfterMs)
      void this.#ask(config.updateUrl)
    const latest = this.#latest
    if (latest === null || !isNewerVersion(latest.version, portalVersion)) return []
    return [{ kind: 'update', count: 1, id: latest.version, name: latest.version, problem: latest.address }]
  }

  async #ask(address: string): Promise<void> {
    const { clock, log } = this.#context
    this.#askAfterMs = clock.monotonicMs() + askAgainMs
    try {
      const body = await fetchWithLimits(new URL(address), limits)
      const { tag_name, html_url } = releaseSchema.parse(JSON.parse(body.toString('utf8')))
      this.#latest = { version: tag_name.replace(/^v/, ''), address: html_url }
    } catch (error) {
      this.#askAfterMs = clock.monotonicMs() + retryMs
      const problem = error instanceof Error ? error.name : 'unknown'
      log.warn({ problem }, 'the latest version could not be requested')
    }
  }
}

/** Compares two versions of three numbers. */
function isNewerVersion(one: string, other: string): boolean {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number))
  for (const [at, number] of (first ?? []).entries()) {
    const difference = number - (second?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
