import { readFileSync, readdirSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../../../../testing/free-port.ts'
import { type InstanceRef, getInstanceName } from '../../driver.ts'
import type { DriverFixture } from '../../testing/driver-fixture.ts'
import { simulatedGame } from '../../testing/simulated-game.ts'
import { ownerLabel } from '../objects/instance-labels.ts'
import type { TestCluster } from './kubernetes-cluster.ts'
import { dataDir } from './test-node.ts'
import { buildKubernetesConfig, openTestDriver } from './kubernetes-config.ts'

/** For the client of the API. */
export const gameServerResource = { group: 'agones.dev', version: 'v1', plural: 'gameservers' } as const

/** The Kubernetes driver with simulated games, for the rules of every driver. */
export function createKubernetesDriverFixture(cluster: TestCluster, settings: object = {}): DriverFixture {
  const config = buildKubernetesConfig(cluster, {}, settings)
  const findFolder = (instance: InstanceRef) => findGameFolder(cluster, instance)
  return {
    open: (owner) => openTestDriver(config, owner),
    ...simulatedGame(),
    kill: async (instance) => {
      const pids = await vi.waitUntil(() => {
        const found = findGames(instance)
        return found.length > 0 && found
      })
      for (const pid of pids) process.kill(pid, 'SIGKILL')
    },
    running: async (instance) => findGames(instance).length,
    exposed: (instance) => readExposed(cluster, instance),
    file: async (instance, path) => {
      const folder = await findFolder(instance)
      if (folder === null) return null
      const full = join(folder, path)
      return { text: await readFile(full, 'utf8'), mode: (await stat(full)).mode & 0o777 }
    },
    folder: async (instance) => (await findFolder(instance)) ?? '',
    leftovers: (owner) => listLeftovers(cluster, owner),
    freePort,
  }
}

async function listFolders({ nodes, root }: TestCluster): Promise<string[]> {
  const lists = nodes.map(async (node) => {
    const data = join(root(node), dataDir)
    return (await readdir(data).catch(() => [])).map((name) => join(data, name))
  })
  return (await Promise.all(lists)).flat()
}

async function findGameFolder(cluster: TestCluster, instance: InstanceRef): Promise<string | null> {
  const found = (await listFolders(cluster)).find((path) => path.endsWith(`.${getInstanceName(instance)}`))
  return found === undefined ? null : join(found, 'game')
}

async function readExposed({ core, namespace }: TestCluster, instance: InstanceRef): Promise<string> {
  const pod = await core.readNamespacedPod({ name: getInstanceName(instance), namespace })
  const [pid = 0] = findGames(instance)
  const proc = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
  return [JSON.stringify(pod), ...proc].join('\n')
}

/** The objects and the folders of an owner. */
export async function listLeftovers(cluster: TestCluster, owner: string): Promise<string[]> {
  const folders = (await listFolders(cluster)).filter((path) => path.includes(`/${owner}.`))
  return [...(await listObjects(cluster, owner)), ...folders]
}

/** The names of the objects of an owner. */
export async function listObjects(
  { core, custom, namespace }: Pick<TestCluster, 'core' | 'custom' | 'namespace'>,
  owner: string,
): Promise<string[]> {
  const labelSelector = `${ownerLabel}=${owner}`
  const gameServers = custom
    .listNamespacedCustomObject({ ...gameServerResource, namespace, labelSelector })
    .then(({ items }: { items: { metadata: { name: string } }[] }) => items)
    // Where Agones is not installed.
    .catch(() => [])
  const lists = await Promise.all([
    core.listNamespacedPod({ namespace, labelSelector }),
    core.listNamespacedSecret({ namespace, labelSelector }),
    core.listNamespacedConfigMap({ namespace, labelSelector }),
  ])
  return [...lists.flatMap(({ items }) => items), ...(await gameServers)].map(
    ({ metadata }) => metadata?.name ?? '',
  )
}

/** The processes of the simulated games of an instance. */
export function findGames(instance: InstanceRef): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return words.includes('gamesim/start.mjs') && words.includes(`.${getInstanceName(instance)}/game`)
      } catch {
        return false
      }
    })
    .map(Number)
}
