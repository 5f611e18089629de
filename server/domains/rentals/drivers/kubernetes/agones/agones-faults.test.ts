// @slow 15 s: runs the nodes of a cluster
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import { type FleetDriver, HostFull, HostUnreachable } from '../../driver.ts'
import { buildGamesimFiles } from '../../testing/simulated-game.ts'
import { type TestCluster, startTestCluster } from '../testing/kubernetes-cluster.ts'
import { agonesSettings, buildKubernetesConfig, openTestDriver } from '../testing/kubernetes-config.ts'
import { findGames, gameServerResource, listLeftovers } from '../testing/kubernetes-driver-fixture.ts'
import {
  ensureInstance,
  testInstance as instance,
  testInstanceName as name,
  testOwner as owner,
} from '../testing/test-instance.ts'

const files = buildGamesimFiles('one', 's3cretPass')
let cluster: TestCluster
let driver: FleetDriver

function open(more: Parameters<typeof openTestDriver>[2] = {}, variables: NodeJS.ProcessEnv = {}) {
  return openTestDriver(buildKubernetesConfig(cluster, variables, agonesSettings), owner, more)
}

const make = (by = driver, of = instance) => ensureInstance(by, files, of)

interface GameServer {
  metadata: { uid: string }
  spec: Record<string, unknown>
  status: { state: string }
}

async function readGameServer(of = name): Promise<GameServer> {
  const { namespace } = cluster
  return cluster.custom.getNamespacedCustomObject({ ...gameServerResource, namespace, name: of })
}

/** Writes a state as a controller does. */
async function setState(state: string): Promise<void> {
  await vi.waitFor(async () => {
    const body = { ...(await readGameServer()), status: { state } }
    await cluster.custom.replaceNamespacedCustomObject({
      ...gameServerResource,
      namespace: cluster.namespace,
      name,
      body,
    })
  }, 10_000)
}

async function waitForState(state: string, of = name): Promise<void> {
  await vi.waitFor(async () => expect((await readGameServer(of)).status.state).toBe(state), 20_000)
}

async function waitUntilStopped(): Promise<void> {
  await vi.waitFor(
    async () => expect(await driver.observe(instance)).toMatchObject({ isRunning: false, run: '' }),
    20_000,
  )
}

describe('a cluster with Agones', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    cluster = await startTestCluster({ agones: true })
    driver = await open()
  }, 60_000)
  afterEach(async () => {
    await cluster.setFaults([])
    await cluster.setAgonesPaused(false)
    await driver.remove(instance, { graceMs: 0, keepData: false })
    const left = await listLeftovers(cluster, owner)
    if (left.length > 0) throw new Error(`left in the cluster: ${left.join(', ')}`)
  })
  afterAll(() => cluster.stop())

  test('R2 a game is ready for Agones once A2S and RCON answer, and the driver does not wait for that', async () => {
    const created = await make()
    expect(created.isRunning).toBe(true)
    const { port } = created.address ?? {}
    const { spec } = await readGameServer()
    expect(spec).toMatchObject({
      container: 'game',
      eviction: { safe: 'Never' },
      ports: [
        { name: 'game', portPolicy: 'Static', containerPort: port, hostPort: port, protocol: 'UDP' },
        { name: 'rcon', portPolicy: 'Static', containerPort: port, hostPort: port, protocol: 'TCP' },
      ],
    })
    expect(JSON.stringify(spec)).not.toContain('s3cretPass')
    await waitForState('Ready')
    expect(await driver.observe(instance)).toEqual(created)
  })

  test.runIf(isProving)('R2 a game without A2S or RCON never becomes ready', async () => {
    const mute = await open({}, { CLUTCH_GAME_COMMAND: '["sleep","600"]' })
    const other = { ...instance, rentalId: 'rental-2', number: 'sv-7f3k2r' }
    expect(await make(mute, other)).toMatchObject({ isRunning: true })
    await make()
    await waitForState('Ready')
    expect((await readGameServer('prac-7f3k2r-g1')).status.state).toBe('Scheduled')
    await driver.remove(other, { graceMs: 0, keepData: false })
  })

  test.runIf(isProving)(
    'R2 a game that hangs is ended by Agones, and started again by the portal',
    async () => {
      const health = { initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 8 }
      const strict = await open({ health })
      const created = await make(strict)
      await waitForState('Ready')
      for (const pid of findGames(instance)) process.kill(pid, 'SIGSTOP')
      await waitUntilStopped()
      await waitForState('Unhealthy')
      const again = await make()
      expect(again).toMatchObject({ isRunning: true, createdAt: created.createdAt })
      expect(again.run).not.toBe(created.run)
    },
  )

  test.runIf(isProving)(
    'R2 a deleted pod is not replaced by Agones, and started again with its files',
    async () => {
      await make()
      await driver.configure(instance, { 'cfg/kept.txt': 'kept' })
      await cluster.core.deleteNamespacedPod({ name, namespace: cluster.namespace, gracePeriodSeconds: 1 })
      await waitUntilStopped()
      await waitForState('Unhealthy')
      expect(await make()).toMatchObject({ isRunning: true })
      expect(await driver.readFile(instance, 'cfg/kept.txt', 100)).toBe('kept')
    },
  )

  test.runIf(isProving)('R2 a GameServer that is deleted or ends by itself is started again', async () => {
    const created = await make()
    const { namespace } = cluster
    await cluster.custom.deleteNamespacedCustomObject({ ...gameServerResource, namespace, name })
    await waitUntilStopped()
    const again = await make()
    expect(again.run).not.toBe(created.run)
    await waitForState('Ready')
    await setState('Shutdown')
    await waitUntilStopped()
    expect((await make()).run).not.toBe(again.run)
  })

  test.runIf(isProving)('R2 a running game that Agones calls unhealthy runs', async () => {
    const created = await make()
    await waitForState('Ready')
    await setState('Unhealthy')
    expect(await driver.observe(instance)).toEqual(created)
    expect(await make()).toMatchObject({ run: created.run })
    const restarted = await driver.restart(instance, 'op-1')
    expect(restarted.run).not.toBe(created.run)
    expect(await driver.restart(instance, 'op-1')).toEqual(restarted)
    await waitForState('Ready')
  })

  test.runIf(isProving)(
    'R7 without the controllers of Agones the outcome is unknown, and reached later',
    async () => {
      const hasty = await open({ podMs: 500 })
      await cluster.setAgonesPaused(true)
      await expect(make(hasty)).rejects.toThrow(HostUnreachable)
      expect(await driver.observe(instance)).toMatchObject({ isRunning: false })
      await cluster.setAgonesPaused(false)
      const created = await make()
      expect(created.isRunning).toBe(true)
      await cluster.setAgonesPaused(true)
      await expect(hasty.remove(instance, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
      await cluster.setAgonesPaused(false)
      await driver.remove(instance, { graceMs: 0, keepData: false })
      expect(await driver.observe(instance)).toBeNull()
    },
  )

  test.runIf(isProving)('G10 a pod that Agones may not create is refused, and nothing is kept', async () => {
    await cluster.setAgonesPaused(true)
    const outcome = make().catch((error: unknown) => error)
    await setState('Error')
    await cluster.setAgonesPaused(false)
    expect(await outcome).toBeInstanceOf(HostFull)
    expect(await driver.observe(instance)).toBeNull()
  })

  test.runIf(isProving).each(['POST', 'DELETE'])(
    'R5 a %s of a GameServer whose answer is lost leads to one instance',
    async (method) => {
      const at = { ...instance, region: 'ap-shanghai', port: await freePort(), files }
      await cluster.setFaults([{ method, path: 'gameservers', loseAnswer: true, times: 1 }])
      if (method === 'POST') await expect(driver.ensure(at)).rejects.toThrow(HostUnreachable)
      const created = await driver.ensure(at)
      expect(await driver.ensure(at)).toEqual(created)
      await vi.waitFor(() => expect(findGames(instance)).toHaveLength(1))
      if (method === 'POST') return
      await expect(driver.remove(instance, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
      await driver.remove(instance, { graceMs: 0, keepData: false })
      expect(await driver.observe(instance)).toBeNull()
    },
  )

  test.runIf(isProving)(
    'R7 a webhook of Agones that does not answer, or a missing Agones, is no full host',
    async () => {
      await cluster.setFaults([{ method: 'POST', path: 'gameservers', code: 500 }])
      await expect(make()).rejects.toThrow(HostUnreachable)
      await cluster.setFaults([{ method: 'POST', path: 'gameservers', code: 404 }])
      await expect(make()).rejects.toThrow(HostUnreachable)
    },
  )
})
