import { readFileSync, readdirSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppsV1Api, CoreV1Api, CustomObjectsApi, type KubernetesObject } from '@kubernetes/client-node'
import { vi } from 'vitest'
import { type InstanceRef, getInstanceName } from '../../driver.ts'
import type { DriverFixture } from '../../testing/driver-fixture.ts'
import { simulatedGame } from '../../testing/simulated-game.ts'
import { createQueryDriver } from '../../../../servers/index.ts'
import { buildKubernetesConfig, openTestDriver } from './kubernetes-config.ts'
import { listObjects } from './kubernetes-driver-fixture.ts'
import type { NodeCluster } from './node-cluster.ts'
import { gameImage, portalImage, updateImage } from './node-images.ts'
import { readManifest } from './real-cluster.ts'
import { dataDir } from './test-node.ts'

export const namespace = 'clutch-games'
const manifestImages: Readonly<Record<string, string>> = {
  'clutch-game': gameImage,
  'clutch-portal': portalImage,
  'clutch-game-update': updateImage,
}
const installs = ['--install', '/srv/cs2/current', '--folder', '{folder}']

/** Settings as in docs/kubernetes-games.md, with ports of the host. */
export function buildNodeConfig(cluster: NodeCluster, settings: object = {}, more: NodeJS.ProcessEnv = {}) {
  return buildKubernetesConfig(
    { kubeconfig: cluster.portalKubeconfig, namespace },
    {
      CLUTCH_KUBERNETES_IMAGE: gameImage,
      CLUTCH_KUBERNETES_AGENT_IMAGE: portalImage,
      CLUTCH_KUBERNETES_USER: undefined,
      CLUTCH_KUBERNETES_MOUNTS: '["/srv/cs2:/srv/cs2:ro","/opt/steamcmd:/opt/steamcmd:ro"]',
      CLUTCH_KUBERNETES_MEMORY_MB: '256',
      CLUTCH_KUBERNETES_CPUS: '0.5',
      CLUTCH_GAME_INSTALL: '/srv/cs2/current',
      CLUTCH_GAME_COMMAND: JSON.stringify([
        '/game/start.sh',
        'run',
        ...installs,
        '--host',
        '{host}',
        '--port',
        '{port}',
      ]),
      CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify(['/game/start.sh', 'verify', ...installs]),
      ...more,
    },
    { hostNetwork: false, ...settings },
  )
}

/** Applies a file of `deploy/kubernetes` with images that the nodes have, and waits until each of its DaemonSets is ready on `nodes` of them. */
export async function applyManifest(
  cluster: NodeCluster,
  file: string,
  nodes = cluster.nodes.length,
): Promise<void> {
  const text = JSON.stringify(readManifest(file))
  const named = text.replaceAll(
    /"image":"(clutch-[a-z-]+)"/g,
    (_, name: string) => `"image":"${manifestImages[name]}"`,
  )
  const objects = JSON.parse(named) as KubernetesObject[]
  await cluster.create(objects)
  const apps = cluster.config.makeApiClient(AppsV1Api)
  for (const { kind, metadata } of objects.filter(({ kind }) => kind === 'DaemonSet'))
    await vi.waitFor(
      async () => {
        const { status } = await apps.readNamespacedDaemonSet({ name: metadata?.name ?? '', namespace })
        if (status?.numberReady !== nodes)
          throw new Error(`${kind} ${metadata?.name}: ${JSON.stringify(status)}`)
      },
      { timeout: 180_000, interval: 500 },
    )
}

/** The Kubernetes driver with simulated games in containers of the only node, for the rules of every driver. */
export function createNodeDriverFixture(cluster: NodeCluster, settings: object = {}): DriverFixture {
  const [node] = cluster.nodes
  if (!node) throw new Error('the cluster has no node')
  const core = cluster.config.makeApiClient(CoreV1Api)
  const custom = cluster.config.makeApiClient(CustomObjectsApi)
  const config = buildNodeConfig(cluster, settings)
  const folders = join(node.disk, dataDir)
  let nextPort = 27_200
  const listFolders = () => readdir(folders).catch(() => [])
  const findFolder = async (instance: InstanceRef) => {
    const found = (await listFolders()).find((name) => name.endsWith(`.${getInstanceName(instance)}`))
    return found === undefined ? null : join(folders, found, 'game')
  }
  const readPod = (instance: InstanceRef) =>
    core.readNamespacedPod({ name: getInstanceName(instance), namespace })
  const find = async (instance: InstanceRef, word: string) => {
    const pod = await readPod(instance).catch(() => null)
    return pod ? findProcesses(pod.metadata?.uid ?? '', word) : []
  }
  const findGames = (instance: InstanceRef) => find(instance, 'gamesim/start.mjs')
  return {
    open: (owner) => openTestDriver(config, owner, { podMs: 60_000 }),
    ...simulatedGame(createQueryDriver(), node.address),
    kill: async (instance) => {
      const pids = await vi.waitUntil(
        async () => {
          const found = await findGames(instance)
          return found.length > 0 && found
        },
        { timeout: 30_000, interval: 100 },
      )
      for (const pid of pids) process.kill(pid, 'SIGKILL')
    },
    // The script runs before the game itself does.
    running: async (instance) => (await find(instance, '/game/start.sh')).filter(isFirstOfContainer).length,
    exposed: async (instance) => {
      const pod = await readPod(instance)
      const [pid = 0] = await findGames(instance)
      const proc = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
      return [JSON.stringify(pod), ...proc].join('\n')
    },
    file: async (instance, path) => {
      const folder = await findFolder(instance)
      if (folder === null) return null
      const full = join(folder, path)
      return { text: await readFile(full, 'utf8'), mode: (await stat(full)).mode & 0o777 }
    },
    folder: async (instance) => (await findFolder(instance)) ?? '',
    leftovers: async (owner) => [
      ...(await listObjects({ core, custom, namespace }, owner)),
      ...(await listFolders()).filter((name) => name.startsWith(`${owner}.`)),
    ],
    // Of those that the policy of `games.yaml` lets players reach.
    freePort: async () => nextPort++,
  }
}

/** The processes of a pod with a word in their command line, as this machine numbers them. */
export function findProcesses(podUid: string, word: string): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes(`/pod${podUid}/`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

function isFirstOfContainer(pid: number): boolean {
  return /^NSpid:.*\t1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
