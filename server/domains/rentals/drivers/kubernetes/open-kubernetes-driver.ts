import type { AppContext } from '../../../../platform/context.ts'
import type { FleetDriver } from '../driver.ts'
import { ClusterClient, type ClusterTimeouts } from './api/cluster-client.ts'
import { findConfigProblem, openConfigSource } from './api/kube-config.ts'
import type { AgonesHealth } from './cluster-target.ts'
import { listClusterWarnings } from './cluster-warnings.ts'
import { getGamePod } from './game-pod.ts'
import { KubernetesDriver } from './kubernetes-driver.ts'
import { toClusterHost } from './kubernetes-host.ts'

/**
 * A game that starts has ten minutes, one that was ready may be silent for five. The portal restarts it sooner: this is for a time when no
 * portal runs.
 */
const defaultHealth: AgonesHealth = { initialDelaySeconds: 300, periodSeconds: 20, failureThreshold: 15 }

/** All calls of one side effect end within its 40 seconds. */
const defaultTimeouts: ClusterTimeouts & { stopMs: number; health?: AgonesHealth } = {
  callMs: 8_000,
  podMs: 20_000,
  pollMs: 300,
  stopMs: 5_000,
}

/**
 * Opens the driver of the clusters in `CLUTCH_KUBERNETES_CLUSTERS`. `owner` marks this portal's objects. Throws if the config lacks what
 * `kubernetesProblems` reported at the start. A cluster whose kubeconfig cannot be read is unreachable until it can. Calls no cluster.
 */
export function openKubernetesDriver(
  { config, log, clock }: Pick<AppContext, 'config' | 'log' | 'clock'>,
  owner: string,
  { stopMs, health = defaultHealth, ...timeouts } = defaultTimeouts,
): Promise<FleetDriver> {
  const { kubernetesClusters: settings, kubernetesAgentImage: agentImage } = config
  if (!settings || !agentImage)
    return Promise.reject(new Error('kubernetes: a cluster or an image is missing'))
  for (const reason of listClusterWarnings(config))
    log.warn({ reason }, 'a setting of the clusters is unsafe')
  for (const cluster of settings) {
    const problem = findConfigProblem(openConfigSource(cluster))
    if (problem !== null) log.error({ hostName: cluster.name, problem }, 'a cluster cannot be called')
  }
  const clusters = settings.map((cluster) => ({
    host: toClusterHost(config, cluster),
    client: new ClusterClient(cluster.name, openConfigSource(cluster), cluster.namespace, timeouts),
    games: {
      standard: getGamePod(config, cluster, 'standard'),
      performance: getGamePod(config, cluster, 'performance'),
    },
    nodes: cluster.nodes,
    asksPublicly: (cluster.ask ?? (cluster.kubeconfig === undefined ? 'internal' : 'public')) === 'public',
    isHostNetwork: cluster.hostNetwork,
    agones: cluster.agones ? health : null,
    imagePullSecrets: cluster.imagePullSecrets,
    priorityClassName: cluster.priorityClassName ?? null,
    reserve: cluster.reserve,
    warnedNodes: new Set<string>(),
    nodesWithoutInstall: new Map<string, number>(),
  }))
  const common = {
    owner,
    agentImage,
    dataDir: config.kubernetesDataDir,
    user: config.kubernetesUser,
    install: config.gameInstall ?? null,
    words: config.gameLabels ?? [],
    log,
    now: () => clock.now().getTime(),
  }
  return Promise.resolve(new KubernetesDriver(clusters, common, stopMs))
}
