// @slow 15 s: runs the nodes of a cluster
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { KubeConfig } from '@kubernetes/client-node'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { TestClock } from '../../../../platform/clock/clock.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { type FleetDriver, HostFull, HostUnreachable, getInstanceName } from '../driver.ts'
import { findConfigProblem, openConfigSource } from './api/kube-config.ts'
import { type TestCluster, startTestCluster } from './testing/kubernetes-cluster.ts'
import { buildKubernetesConfig, buildKubernetesConfigs, openTestDriver } from './testing/kubernetes-config.ts'
import { findGames, listLeftovers } from './testing/kubernetes-driver-fixture.ts'
import { buildAgentPod } from './testing/test-node.ts'
import {
  ensureInstance,
  testInstance as instance,
  testInstanceName as name,
  testOwner as owner,
} from './testing/test-instance.ts'

const files = { 'cfg/server.cfg': 'hostname "one"\nrcon_password "s3cret"\n' }
let cluster: TestCluster
let driver: FleetDriver

function open(more: Parameters<typeof openTestDriver>[2] = {}, settings: object = {}, clock?: TestClock) {
  return openTestDriver(buildKubernetesConfig(cluster, {}, settings), owner, more, clock)
}

const make = (by = driver, of = instance) => ensureInstance(by, files, of)

/** The node that an instance is on. */
async function findNode(): Promise<string> {
  const { spec } = await cluster.core.readNamespacedPod({ name, namespace: cluster.namespace })
  return spec?.nodeName ?? ''
}

/** Marks a node as `kubectl cordon` does, or takes the mark off. */
async function setUnschedulable(node: string, unschedulable: boolean): Promise<void> {
  // The node's own reports change the same object.
  await vi.waitFor(async () => {
    const { metadata = {} } = await cluster.core.readNode({ name: node })
    await cluster.core.replaceNode({ name: node, body: { metadata, spec: { unschedulable } } })
  }, 10_000)
}

describe('a cluster that fails', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    cluster = await startTestCluster({ nodes: ['node-1', 'node-2'] })
    driver = await open()
  }, 60_000)
  afterEach(async () => {
    await cluster.setFaults([])
    await driver.remove(instance, { graceMs: 0, keepData: false })
    const left = await listLeftovers(cluster, owner)
    if (left.length > 0) throw new Error(`left in the cluster: ${left.join(', ')}`)
  })
  afterAll(() => cluster.stop())

  test('R7 an API that is not reached, silent or broken leaves the outcome unknown', async () => {
    const created = await make()
    const nowhere = await openTestDriver(
      buildKubernetesConfig({ ...cluster, kubeconfig: await cluster.writeKubeconfig('http://127.0.0.1:9') }),
      owner,
    )
    await expect(nowhere.list('cluster')).rejects.toThrow(HostUnreachable)
    await expect(nowhere.observe(instance)).rejects.toThrow(HostUnreachable)
    await expect(nowhere.ensure({ ...instance, region: 'x', port: 27_200, files })).rejects.toThrow(
      HostUnreachable,
    )
    const hasty = await open({ callMs: 300 })
    await cluster.setFaults([{ hang: true }])
    await expect(hasty.list('cluster')).rejects.toThrow(HostUnreachable)
    await expect(hasty.remove(instance, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
    await cluster.setFaults([{ code: 500 }])
    await expect(driver.observe(instance)).rejects.toThrow(HostUnreachable)
    await cluster.setFaults([])
    expect(await driver.list('cluster')).toEqual({ instances: [created], complete: true })
  })

  test('R7 a kubeconfig that cannot be used makes its cluster unreachable until it can; refused credentials are read again', async () => {
    const kubeconfig = `${cluster.kubeconfig}-later`
    const late = await openTestDriver(buildKubernetesConfig({ ...cluster, kubeconfig }), owner)
    await expect(late.list('cluster')).rejects.toThrow(HostUnreachable)
    await expect(late.list('cluster')).rejects.toThrow('ENOENT')
    const good = await readFile(cluster.kubeconfig, 'utf8')
    const kube = new KubeConfig()
    kube.loadFromString(good)
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin' }
    kube.users = kube.users.map(({ name: user }) => ({ name: user, exec }))
    await writeFile(kubeconfig, kube.exportConfig())
    await expect(late.list('cluster')).rejects.toThrow('no-such-plugin')
    expect(findConfigProblem(openConfigSource({ kubeconfig }))).toContain('no-such-plugin')
    await writeFile(kubeconfig, `${good}\n`)
    await cluster.setFaults([{ code: 401, times: 1 }])
    expect(await late.list('cluster')).toEqual({ instances: [], complete: true })
    expect(findConfigProblem(openConfigSource({ kubeconfig }))).toBeNull()
    await cluster.setFaults([{ code: 401 }])
    await expect(late.list('cluster')).rejects.toThrow(HostUnreachable)
  })

  test.runIf(isProving)('R7 a busy API is asked again after the time that it names', async () => {
    await cluster.setFaults([
      { method: 'POST', path: 'pods', code: 429, retryAfterSeconds: 0, times: 2 },
      { method: 'GET', path: 'configmaps', code: 503, retryAfterSeconds: 0, times: 1 },
    ])
    expect(await make()).toMatchObject({ isRunning: true })
    await cluster.setFaults([{ code: 429, retryAfterSeconds: 0 }])
    await expect(driver.list('cluster')).rejects.toThrow(HostUnreachable)
  })

  test.each(isProving ? ['configmaps', 'secrets', 'pods'] : ['pods'])(
    'R5 an answer about %s that is lost after its effect leads to one instance',
    async (path) => {
      const at = { ...instance, region: 'ap-shanghai', port: await freePort(), files }
      await cluster.setFaults([{ method: 'POST', path, loseAnswer: true, times: 1 }])
      await expect(driver.ensure(at)).rejects.toThrow(HostUnreachable)
      const created = await driver.ensure(at)
      expect(created.isRunning).toBe(true)
      await vi.waitFor(() => expect(findGames(instance)).toHaveLength(1))
      await cluster.setFaults([{ method: 'DELETE', path, loseAnswer: true, times: 1 }])
      await expect(driver.remove(instance, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
      await driver.remove(instance, { graceMs: 0, keepData: false })
      expect(await driver.observe(instance)).toBeNull()
    },
  )

  test('R5 a start whose place was not noted is adopted with its address', async () => {
    const at = { ...instance, region: 'ap-shanghai', port: await freePort(), files }
    await cluster.setFaults([{ method: 'PUT', path: 'configmaps', code: 500, times: 1 }])
    await expect(driver.ensure(at)).rejects.toThrow(HostUnreachable)
    const adopted = await driver.ensure(at)
    expect(adopted).toMatchObject({ isRunning: true, address: { host: '127.0.0.1', port: at.port } })
    expect(await driver.observe(instance)).toEqual(adopted)
  })

  test.runIf(isProving)(
    'R13 a change that another portal was faster with is made again, a restart is not',
    async () => {
      const created = await make()
      await cluster.setFaults([{ method: 'PUT', path: 'configmaps', code: 409, times: 2 }])
      const restarted = await driver.restart(instance, 'op-1')
      expect(restarted.run).not.toBe(created.run)
      await cluster.setFaults([{ method: 'DELETE', path: 'pods', loseAnswer: true, times: 1 }])
      await expect(driver.restart(instance, 'op-2')).rejects.toThrow(HostUnreachable)
      const again = await driver.restart(instance, 'op-2')
      expect(await driver.restart(instance, 'op-2')).toEqual(again)
      expect(again.run).not.toBe(restarted.run)
    },
  )

  test.runIf(isProving)('R6 a list whose next page has expired is read from its start', async () => {
    const created = await make()
    await cluster.setFaults([{ method: 'GET', path: '/configmaps', code: 410, times: 1 }])
    expect(await driver.list('cluster')).toEqual({ instances: [created], complete: true })
  })

  test('R2 a pod that is evicted is seen not to run, and is started on its node with its files', async () => {
    const created = await make()
    const node = await findNode()
    await driver.configure(instance, { 'cfg/kept.txt': 'kept' })
    await cluster.core.deleteNamespacedPod({ name, namespace: cluster.namespace, gracePeriodSeconds: 1 })
    await vi.waitFor(
      async () => expect(await driver.observe(instance)).toEqual({ ...created, isRunning: false, run: '' }),
      10_000,
    )
    const again = await make()
    expect([again.isRunning, await findNode()]).toEqual([true, node])
    expect(await driver.readFile(instance, 'cfg/kept.txt', 100)).toBe('kept')
  })

  test.runIf(isProving)(
    'R2 on a drained node an instance is not started again; the next generation is, on another node',
    async () => {
      await make()
      const node = await findNode()
      await setUnschedulable(node, true)
      try {
        await cluster.core.deleteNamespacedPod({ name, namespace: cluster.namespace, gracePeriodSeconds: 1 })
        await vi.waitFor(
          async () => expect(await driver.observe(instance)).toMatchObject({ isRunning: false }),
          10_000,
        )
        await expect(make()).rejects.toThrow(HostFull)
        const next = { ...instance, generation: 2 }
        expect(await make(driver, next)).toMatchObject({ isRunning: true })
        const { spec } = await cluster.core.readNamespacedPod({
          name: getInstanceName(next),
          namespace: cluster.namespace,
        })
        expect(spec?.nodeName).not.toBe(node)
        await driver.remove(next, { graceMs: 0, keepData: false })
      } finally {
        await setUnschedulable(node, false)
      }
    },
  )

  test.runIf(isProving)(
    'R7 what is on a node that is silent for five minutes is given up, not before',
    async () => {
      const clock = new TestClock(new Date().toISOString())
      const watching = await open({}, {}, clock)
      const created = await make(watching)
      const node = await findNode()
      await cluster.setReady(node, false)
      clock.advance(4 * 60_000)
      expect(await watching.observe(instance)).toEqual(created)
      clock.advance(2 * 60_000)
      expect(await watching.observe(instance)).toEqual({ ...created, isRunning: false, run: '' })
      expect((await watching.list('cluster')).instances).toMatchObject([{ isRunning: false }])
      await watching.remove(instance, { graceMs: 1_000, keepData: true })
      expect(await watching.observe(instance)).toBeNull()
      // The node comes back, and ends what the cluster no longer has.
      await vi.waitFor(() => expect(findGames(instance)).toEqual([]), 10_000)
      await cluster.setReady(node, true)
    },
  )

  test('R4 two entries for two pools of one cluster have their own instances, also those from before the label', async () => {
    const pool = (node: string) => ({ name: node, nodes: { 'kubernetes.io/hostname': node } })
    const pools = await openTestDriver(
      buildKubernetesConfigs(cluster, [pool('node-1'), pool('node-2')]),
      owner,
    )
    const count = async (host: string) => (await pools.list(host)).instances.length
    const lists = async () => [await count('node-1'), await count('node-2')]
    const placed = { ...instance, hostName: 'node-2' }
    await make(pools, placed)
    expect([await findNode(), await lists()]).toEqual(['node-2', [0, 1]])
    const room = await pools.readMachine('node-1')
    expect(room.memoryMb).toBe((await pools.readMachine('node-2')).memoryMb)
    const wrong = { ...placed, hostName: 'node-1' }
    await pools.remove(wrong, { graceMs: 0, keepData: false })
    expect([await pools.observe(wrong), await lists()]).toEqual([null, [0, 1]])
    // As a former version of the portal created it: the host that its row names takes it over.
    const { core, namespace } = cluster
    const record = await core.readNamespacedConfigMap({ name, namespace })
    delete record.metadata?.labels?.['clutch.host']
    await core.replaceNamespacedConfigMap({ name, namespace, body: record })
    expect(await lists()).toEqual([1, 1])
    expect(await pools.observe(placed)).toMatchObject({ isRunning: true })
    expect(await lists()).toEqual([0, 1])
    await pools.remove(placed, { graceMs: 0, keepData: false })
    expect(await listLeftovers(cluster, owner)).toEqual([])
  })

  test('G10 a node that lacks the game gets no server; the next one that has it does', async () => {
    const install = '/srv/cs2/current'
    const config = buildKubernetesConfig(cluster, {
      CLUTCH_GAME_INSTALL: install,
      CLUTCH_KUBERNETES_MOUNTS: '["/srv/cs2:/srv/cs2:ro"]',
    })
    const installed = await openTestDriver(config, owner)
    await expect(make(installed)).rejects.toThrow(HostFull)
    expect(await listLeftovers(cluster, owner)).toEqual([])
    const folder = join(cluster.root('node-2'), install, 'game/csgo')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'steam.inf'), 'PatchVersion=1.41.10.0\n')
    const [entry] = config.kubernetesClusters ?? []
    if (entry) Object.assign(entry, { imagePullSecrets: ['registry'], priorityClassName: 'games' })
    const later = await openTestDriver(config, owner)
    expect(await make(later)).toMatchObject({ isRunning: true })
    const { spec } = await cluster.core.readNamespacedPod({ name, namespace: cluster.namespace })
    expect(spec).toMatchObject({
      nodeName: 'node-2',
      imagePullSecrets: [{ name: 'registry' }],
      priorityClassName: 'games',
    })
  })

  test.runIf(isProving)('R7 what is left on a lost node is deleted when that is back', async () => {
    const clock = new TestClock(new Date().toISOString())
    const watching = await open({}, {}, clock)
    await make(watching)
    const node = await findNode()
    await cluster.setReady(node, false)
    clock.advance(6 * 60_000)
    await watching.remove(instance, { graceMs: 1_000, keepData: false })
    expect([await watching.observe(instance), (await watching.list('cluster')).instances]).toEqual([null, []])
    // The record, and the folder of the node.
    expect(await listLeftovers(cluster, owner)).toHaveLength(2)
    await cluster.setReady(node, true)
    await watching.list('cluster')
    await vi.waitFor(async () => expect(await listLeftovers(cluster, owner)).toEqual([]), 10_000)
  })

  test.runIf(isProving)('R4 of the agents of two portals on a node each portal calls its own', async () => {
    const { core, namespace } = cluster
    const other = buildAgentPod('node-1')
    other.metadata.name = 'other-agent'
    for (const { name: volume, hostPath } of other.spec.volumes)
      if (volume === 'instances') hostPath.path = '/var/lib/other'
    await core.createNamespacedPod({ namespace, body: other })
    await vi.waitFor(async () => {
      const { status } = await core.readNamespacedPod({ namespace, name: 'other-agent' })
      expect(status?.phase).toBe('Running')
    }, 10_000)
    await setUnschedulable('node-2', true)
    try {
      await make()
      expect(await driver.readFile(instance, 'cfg/server.cfg', 100)).toContain('hostname "one"')
    } finally {
      await setUnschedulable('node-2', false)
      await core.deleteNamespacedPod({ namespace, name: 'other-agent', gracePeriodSeconds: 1 })
    }
  })

  test.runIf(isProving)(
    'R7 a server runs on where its node lost its label; a new address of the node is reported and recorded',
    async () => {
      await make()
      const node = await findNode()
      const change = (labels: Record<string, string>, annotations: Record<string, string>) =>
        vi.waitFor(async () => {
          const { metadata = {}, spec } = await cluster.core.readNode({ name: node })
          const body = { metadata: Object.assign(metadata, { labels, annotations }), ...(spec && { spec }) }
          await cluster.core.replaceNode({ name: node, body })
        }, 10_000)
      const address = { publicHost: '203.0.113.7' }
      await change({}, { 'clutch.public-address': address.publicHost })
      try {
        const seen = [{ isRunning: true, address }]
        expect((await driver.list('cluster')).instances).toMatchObject(seen)
        expect(await make()).toMatchObject({ address })
        const { data } = await cluster.core.readNamespacedConfigMap({ name, namespace: cluster.namespace })
        expect(Object.values(data ?? {}).join('')).toContain(address.publicHost)
      } finally {
        await change({ 'clutch.pool': 'games', 'kubernetes.io/hostname': node }, {})
      }
    },
  )

  test.runIf(isProving)('the installed version of a cluster is the oldest one of its nodes', async () => {
    const install = '/srv/cs2'
    const look = async () => {
      const settings = { CLUTCH_GAME_INSTALL: install }
      return (await openTestDriver(buildKubernetesConfig(cluster, settings), owner)).readInstalledVersion(
        'cluster',
      )
    }
    const write = async (node: string, version: string) => {
      const folder = join(cluster.root(node), install, 'game/csgo')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'steam.inf'), `PatchVersion=${version}\n`)
    }
    expect(await look()).toBeNull()
    await write('node-1', '1.41.10.0')
    expect(await look()).toBe('1.41.10.0')
    await cluster.setReady('node-2', false)
    expect(await look()).toBe('1.41.10.0')
    await cluster.setReady('node-2', true)
    await write('node-2', '1.41.9.0')
    expect(await look()).toBe('1.41.9.0')
    await write('node-2', '1.41.10.0')
    expect(await look()).toBe('1.41.10.0')
  })

  test('G10 a cluster without room, or without the image, refuses and keeps nothing', async () => {
    const big = await openTestDriver(
      buildKubernetesConfig(cluster, { CLUTCH_KUBERNETES_MEMORY_MB: '900000' }),
      owner,
    )
    await expect(make(big)).rejects.toThrow(HostFull)
    const missing = await open({}, { image: 'no-such:1' })
    await expect(make(missing)).rejects.toThrow('no-such:1')
    // Another node that is down changes nothing: nothing of the instance can be there.
    await cluster.setReady('node-2', false)
    await expect(make(big)).rejects.toThrow(HostFull)
    expect(await listLeftovers(cluster, owner)).toEqual([])
    await cluster.setReady('node-2', true)
    // Two nodes of 64 GiB and 32 cores, less what their system needs; of memory the portal takes off one part itself.
    expect(await driver.readMachine('cluster')).toEqual({ memoryMb: 127 * 1024, cpus: 63.5 })
  })
})
