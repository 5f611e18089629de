// @slow 420 s: runs a portal in containers of two nodes
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { createTestContext } from '../../../../testing/test-context.ts'
import { KeyRing, makeSecretKey } from '../../../../platform/keys/keys.ts'
import { TestClock } from '../../../../platform/clock/clock.ts'
import { createTestRental } from '../../testing/rental-builder.ts'
import { type PortalOnNodes, canInstallPortal, startPortalOnNodes } from './testing/portal-on-nodes.ts'
import { ask, portalNamespace } from './testing/portal-release.ts'

const waiting = { timeout: 180_000, interval: 500 }
/** Kubernetes notes that a node is away 50 s after its last sign, and then takes its pods out of Services. */
const unnoticedMs = 90_000
/** A slower answer counts as none. */
const answerMs = 2_000

describe.skipIf(!isProving || !canInstallPortal())('the chart on two nodes', { timeout: 600_000 }, () => {
  const secretKey = makeSecretKey()
  let portal: PortalOnNodes

  beforeAll(async () => {
    portal = await startPortalOnNodes({ 'node-1': { 'clutch.pool': 'games' }, 'node-2': {} }, secretKey)
  }, 1_800_000)
  afterAll(() => (portal as PortalOnNodes | undefined)?.close(), 120_000)

  /** `web node-1`, for each pod of the portal. */
  const listPods = async () => {
    const { items } = await portal.core.listNamespacedPod({
      namespace: portalNamespace,
      labelSelector: 'app.kubernetes.io/component',
    })
    return items.map(
      ({ metadata, spec }) => `${metadata?.labels?.['app.kubernetes.io/component']} ${spec?.nodeName}`,
    )
  }

  test('K each node has a pod of each role', async () => {
    const roles = ['poller', 'web', 'worker']
    const expected = roles.flatMap((role) => ['node-1', 'node-2'].map((node) => `${role} ${node}`))
    expect((await listPods()).toSorted()).toEqual(expected)
  })

  test('K a node that loses its power does not take the portal with it, and work goes on', async () => {
    const { cluster, database } = portal
    const host = await portal.serviceAddress()
    const isAnswered = () =>
      Promise.race([
        ask(host, '/api/servers').then(({ status }) => status === 200),
        delay(answerMs, false),
      ]).catch(() => false)
    // Pods that have just started take all cores for a while.
    await vi.waitFor(async () => {
      for (let call = 0; call < 20; call += 1) expect(await isAnswered()).toBe(true)
    }, waiting)
    const asked: { at: number; isAnswered: boolean }[] = []
    const stop = new AbortController()
    const asking = (async () => {
      while (!stop.signal.aborted) {
        const at = performance.now()
        void isAnswered().then((answered) => asked.push({ at, isAnswered: answered }))
        await delay(100)
      }
    })()
    await delay(2 * answerMs)
    const goneAt = performance.now()
    await cluster.nodes[1]?.kill()
    const context = await createTestContext({
      database,
      clock: new TestClock(new Date().toISOString()),
      keys: new KeyRing(secretKey),
    })
    const { id } = await createTestRental(context)
    await vi.waitFor(async () => {
      const { state } = await database
        .selectFrom('rentals')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(state).toBe('running')
    }, waiting)
    await delay(Math.max(0, goneAt + unnoticedMs + 10_000 - performance.now()))
    stop.abort()
    await asking
    await delay(2 * answerMs)
    const failed = asked.filter(({ isAnswered }) => !isAnswered)
    const lastMs = Math.max(0, ...failed.map(({ at }) => at - goneAt))
    process.stderr.write(
      `a node went: ${failed.length} of ${asked.length} requests had no answer within 2 s, the last after ${(lastMs / 1_000).toFixed(0)} s\n`,
    )
    expect(failed.filter(({ at }) => at < goneAt - answerMs)).toEqual([])
    expect(lastMs).toBeLessThan(unnoticedMs)
  })
})
