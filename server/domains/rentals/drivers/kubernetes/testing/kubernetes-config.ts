import { join } from 'node:path'
import { pino } from 'pino'
import { TestClock } from '../../../../../platform/clock/clock.ts'
import { readConfig } from '../../../../../platform/config/config.ts'
import type { FleetDriver } from '../../driver.ts'
import type { AgonesHealth } from '../cluster-target.ts'
import { openKubernetesDriver } from '../open-kubernetes-driver.ts'
import type { TestCluster } from './kubernetes-cluster.ts'
import { agentImage, gameImage } from './test-node.ts'

const repository = join(import.meta.dirname, '../../../../../..')

/** The simulated game server that idles at no cost. */
const simulatedGameCommand = [
  'node',
  join(repository, 'gamesim/start.mjs'),
  '--rented',
  '--idle',
  '--host',
  '{host}',
  '--port',
  '{port}',
  '--data',
  '{folder}',
]

/** Settings of the Kubernetes driver on a test cluster. */
export function buildKubernetesConfig(
  of: Pick<TestCluster, 'kubeconfig' | 'namespace'>,
  more: NodeJS.ProcessEnv = {},
  cluster: object = {},
) {
  return readConfig({ ...buildKubernetesEnvironment(of, cluster), ...more })
}

/** The same with several entries, which differ by these settings. */
export function buildKubernetesConfigs(
  of: Pick<TestCluster, 'kubeconfig' | 'namespace'>,
  entries: readonly object[],
  more: NodeJS.ProcessEnv = {},
) {
  const variable = 'CLUTCH_KUBERNETES_CLUSTERS'
  const clusters = entries.flatMap(
    (entry) => JSON.parse(buildKubernetesEnvironment(of, entry)[variable] ?? '[]') as object[],
  )
  return buildKubernetesConfig(of, { [variable]: JSON.stringify(clusters), ...more })
}

/** With Agones, whose pods have no network of their node. */
export const agonesSettings = { agones: true, hostNetwork: false }

/** The same as variables. */
export function buildKubernetesEnvironment(
  { kubeconfig, namespace }: Pick<TestCluster, 'kubeconfig' | 'namespace'>,
  cluster: object = {},
): NodeJS.ProcessEnv {
  const settings = {
    name: 'cluster',
    regions: ['ap-shanghai'],
    kubeconfig,
    namespace,
    nodes: { 'clutch.pool': 'games' },
    ports: '10000-60000',
    hostNetwork: true,
    ...cluster,
  }
  return {
    CLUTCH_ENV: 'development',
    CLUTCH_RENTAL_DRIVER: 'kubernetes',
    CLUTCH_KUBERNETES_CLUSTERS: JSON.stringify([settings]),
    CLUTCH_KUBERNETES_IMAGE: gameImage,
    CLUTCH_KUBERNETES_AGENT_IMAGE: agentImage,
    CLUTCH_KUBERNETES_USER: `${process.getuid?.()}:${process.getgid?.()}`,
    CLUTCH_KUBERNETES_MEMORY_MB: '512',
    CLUTCH_GAME_COMMAND: JSON.stringify(simulatedGameCommand),
    CLUTCH_GAME_LABELS: 'test',
  }
}

const timeouts = { callMs: 20_000, podMs: 40_000, pollMs: 50, stopMs: 1_000 }

export function openTestDriver(
  config: ReturnType<typeof buildKubernetesConfig>,
  owner: string,
  more: Partial<typeof timeouts & { health: AgonesHealth }> = {},
  clock = new TestClock(new Date().toISOString()),
): Promise<FleetDriver> {
  const log = pino({ level: 'silent' })
  return openKubernetesDriver({ config, log, clock }, owner, { ...timeouts, ...more })
}
