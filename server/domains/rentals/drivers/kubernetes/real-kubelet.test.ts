// @slow 300 s: runs a node with containers
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api } from '@kubernetes/client-node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { type FleetDriver, HostFull, PortInUse } from '../driver.ts'
import { testDriverRules } from '../testing/driver-rules.ts'
import { type NodeCluster, canStartNodes, startNodeCluster } from './testing/node-cluster.ts'
import { openTestDriver } from './testing/kubernetes-config.ts'
import {
  applyManifest,
  buildNodeConfig,
  createNodeDriverFixture,
  findProcesses,
  namespace,
} from './testing/node-driver-fixture.ts'
import { putSteamcmd } from './testing/node-games.ts'
import { runAdmin } from './testing/portal-release.ts'
import { ensureInstance, testInstance, testInstanceName, testOwner } from './testing/test-instance.ts'
import { buildImages, gameImage, portalImage, updateImage } from './testing/node-images.ts'

const waiting = { timeout: 60_000, interval: 200 }
let cluster: NodeCluster
let archives = ''

async function start(): Promise<NodeCluster> {
  archives = mkdtempSync(join(tmpdir(), 'clutch-images-'))
  const images = buildImages([portalImage, gameImage, updateImage], archives)
  cluster = await startNodeCluster({ 'node-1': { 'clutch.pool': 'games' } }, images)
  for (const node of cluster.nodes) putSteamcmd(node, '100')
  await applyManifest(cluster, 'node-agent.yaml')
  await applyManifest(cluster, 'installs.yaml')
  return cluster
}

describe.skipIf(!isProving || !canStartNodes())('with a real kubelet', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    cluster = await start()
  }, 1_800_000)
  afterAll(async () => {
    await (cluster as NodeCluster | undefined)?.stop()
    rmSync(archives, { recursive: true, force: true })
  }, 120_000)

  // Two rules open a port on this machine, which is not the node.
  testDriverRules(
    'the Kubernetes driver on a node with containers',
    async () => createNodeDriverFixture(cluster),
    {
      without: 'port of another program',
    },
  )

  describe('a game in a container', () => {
    const files = {
      'cfg/server.cfg': 'hostname "one"\nrcon_password "s3cret"\n',
      'cfg/MatchZy/admins.json': '{}',
    }
    const podIn = () =>
      cluster.config.makeApiClient(CoreV1Api).readNamespacedPod({ name: testInstanceName, namespace })
    const kubectl = (...words: string[]) => runAdmin(cluster, ['kubectl', ...words])
    let driver: FleetDriver

    const open = async (settings: object = {}, more: NodeJS.ProcessEnv = {}) => {
      driver = await openTestDriver(buildNodeConfig(cluster, settings, more), testOwner, { podMs: 60_000 })
      return driver
    }
    afterEach(async () => {
      await driver.remove(testInstance, { graceMs: 0, keepData: false })
      const left = await createNodeDriverFixture(cluster).leftovers(testOwner)
      if (left.length > 0) throw new Error(`left in the cluster: ${left.join(', ')}`)
    })

    test('R12 it has its own user, no rights, and the memory and cores of its class, which are requested too', async () => {
      await ensureInstance(await open(), files)
      const { metadata, status } = await podIn()
      expect(status?.qosClass).toBe('Guaranteed')
      const [pid = 0] = await vi.waitUntil(() => {
        const found = findProcesses(metadata?.uid ?? '', 'gamesim/start.mjs')
        return found.length > 0 && found
      }, waiting)
      const proc = readFileSync(`/proc/${pid}/status`, 'utf8').replaceAll(/[\t ]+/g, ' ')
      for (const line of [
        'Uid: 4711 4711 4711 4711',
        'CapEff: 0000000000000000',
        'NoNewPrivs: 1',
        'Seccomp: 2',
      ])
        expect(proc).toContain(line)
      const groups = Object.fromEntries(
        readFileSync(`/proc/${pid}/cgroup`, 'utf8')
          .split('\n')
          .map((line) => [line.split(':')[1], line.split(':')[2]]),
      )
      const limit = (controller: string, file: string) =>
        Number(readFileSync(`/sys/fs/cgroup/${controller}${groups[controller]}/${file}`, 'utf8'))
      expect(limit('memory', 'memory.limit_in_bytes')).toBe(256 * 2 ** 20)
      expect(limit('cpu', 'cpu.cfs_quota_us') / limit('cpu', 'cpu.cfs_period_us')).toBe(0.5)
    })

    test('R2 one that takes more memory than it was promised is ended by the kernel, and starts again', async () => {
      const program = 'const all = []; setInterval(() => all.push(Buffer.alloc(16e6, 1)), 20)'
      const command = JSON.stringify(['/usr/local/bin/node', '-e', program])
      const first = await ensureInstance(await open({}, { CLUTCH_GAME_COMMAND: command }), files)
      await vi.waitFor(
        async () => expect(await driver.observe(testInstance)).toMatchObject({ isRunning: false }),
        waiting,
      )
      expect((await podIn()).status?.containerStatuses?.[0]?.state?.terminated?.reason).toBe('OOMKilled')
      const second = await ensureInstance(driver, files)
      expect([second.isRunning, second.run === first.run]).toEqual([true, false])
    })

    test('R2 a pod that is deleted is started again with its files', async () => {
      await ensureInstance(await open(), files)
      await driver.configure(testInstance, { 'cfg/more.cfg': 'kept' })
      expect((await kubectl('-n', namespace, 'delete', 'pod', testInstanceName))[0]).toBe(0)
      expect(await driver.observe(testInstance)).toMatchObject({ isRunning: false })
      expect(await ensureInstance(driver, files)).toMatchObject({ isRunning: true })
      expect(await driver.readFile(testInstance, 'cfg/more.cfg', 100)).toBe('kept')
    })

    test.each(['udp', 'tcp'])(
      'R10 a %s port that another program of the node uses is reported',
      async (protocol) => {
        const port = await freePort()
        const listen = {
          udp: `dgram.createSocket('udp4').bind(${port}`,
          tcp: `net.createServer().listen(${port}`,
        }
        const [node] = cluster.nodes
        const program = `${listen[protocol as 'udp' | 'tcp']}, '0.0.0.0', () => console.log('listens'))`
        const other = node?.spawn(process.execPath, '-e', program)
        if (!other?.stdout) throw new Error('nothing listens')
        await once(other.stdout, 'data')
        const ensure = async () => driver.ensure({ ...testInstance, region: 'ap-shanghai', port, files })
        try {
          await open({ hostNetwork: true })
          await expect(ensure()).rejects.toThrow(PortInUse)
          expect(await createNodeDriverFixture(cluster).leftovers(testOwner)).toEqual([])
        } finally {
          other.kill('SIGKILL')
        }
        await once(other, 'exit')
        expect(await ensure()).toMatchObject({ isRunning: true })
      },
    )

    test('R7 an image that no node has and no registry gives is a host that takes none', async () => {
      await open({}, { CLUTCH_KUBERNETES_IMAGE: 'clutch.test/missing:1' })
      await expect(ensureInstance(driver, files)).rejects.toThrow(HostFull)
    })

    test('R7 a drain of the node waits for the game, and takes the node where none runs', async () => {
      const [node] = cluster.nodes
      const drain = (timeout: string) =>
        kubectl(
          'drain',
          node?.name ?? '',
          '--force',
          '--delete-emptydir-data',
          '--ignore-daemonsets',
          `--timeout=${timeout}`,
        )
      await ensureInstance(await open(), files)
      const [code, , errors] = await drain('8s')
      expect([code, errors]).toEqual([1, expect.stringContaining("violate the pod's disruption budget")])
      expect(await driver.observe(testInstance)).toMatchObject({ isRunning: true })
      await driver.remove(testInstance, { graceMs: 0, keepData: false })
      expect((await drain('60s'))[0]).toBe(0)
      await expect(ensureInstance(driver, files)).rejects.toThrow(HostFull)
      expect((await kubectl('uncordon', node?.name ?? ''))[0]).toBe(0)
      await vi.waitFor(
        async () => expect(await ensureInstance(driver, files)).toMatchObject({ isRunning: true }),
        waiting,
      )
    })
  })
})
