import { withTimeout } from '../lifecycle/with-timeout.ts'
import { portalVersion } from '../version.ts'
import type { App } from './app.ts'

/** What must hold before this process should be sent visitors: a name and a question, each answered within 2 s. */
export type ReadinessChecks = Record<string, () => boolean | Promise<boolean>>

const answerWithinMs = 2_000

/** `/healthz`: the process lives, with its version. `/readyz`: every check holds (200), else 503 with the names of those that do not. */
export function registerHealth(app: App, checks: ReadinessChecks): void {
  app.get(
    '/healthz',
    { schema: { hide: true }, exposeHeadRoute: true, config: { quiet: true, untraced: true } },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'alive', version: portalVersion }),
  )
  app.get(
    '/readyz',
    { schema: { hide: true }, exposeHeadRoute: true, config: { quiet: true } },
    async (_request, reply) => {
      const failing = await failingChecks(checks)
      return reply
        .code(failing.length === 0 ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: failing.length === 0 ? 'ready' : 'not ready', failing })
    },
  )
}

async function failingChecks(checks: ReadinessChecks): Promise<string[]> {
  const held = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
  )
  return held.filter(([, ok]) => !ok).map(([name]) => name)
}

async function holds(check: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await withTimeout(
      answerWithinMs,
      Promise.resolve(check()),
      () => new Error('the check took too long'),
    )
  } catch {
    return false
  }
}
