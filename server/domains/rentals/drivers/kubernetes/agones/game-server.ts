import type {
  V1Container,
  V1ObjectMeta,
  V1Pod,
  V1PodSpec,
  V1PodTemplateSpec,
  V1VolumeMount,
} from '@kubernetes/client-node'
import type { AgonesHealth, ClusterTarget } from '../cluster-target.ts'
import type { InstanceRecord } from '../objects/instance-record.ts'
import { agentCommand, buildGamePod, gameContainer, restricted } from '../objects/pod-spec.ts'

interface GameServerPort {
  name: string
  portPolicy: 'Static'
  container: string
  containerPort: number
  hostPort: number
  protocol: string
}

/** A GameServer of `agones.dev/v1`, as far as the portal writes it. */
export interface GameServer {
  apiVersion: 'agones.dev/v1'
  kind: 'GameServer'
  metadata: V1ObjectMeta
  spec: {
    container: string
    ports: GameServerPort[]
    health: AgonesHealth
    scheduling: 'Distributed'
    eviction: { safe: 'Never' }
    template: V1PodTemplateSpec
  }
}

/** The name of the container that reports to Agones. */
const reporterContainer = 'reporter'
/** What Agones adds to a server: `reporter`, and the request of its SDK (`agones.image.sdk.cpuRequest`). */
export const agonesOverhead = { memoryMb: 160, cpus: 0.05 + 0.03 }
/** Not where the game has it: the image of the portal has its programs there. */
const reporterFolder = '/instance'
/** Agones hides the token of its SDK from the game's container alone: a folder of this volume hides it from the others. */
const noToken: V1VolumeMount = {
  name: 'no-token',
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
}

/**
 * The GameServer of an instance: Agones makes the pod of `buildGamePod` from it, under the same name and with the same labels, and adds its
 * SDK as a sidecar. The ports are those that the portal assigned (`Static`), inside and outside the same.
 */
export function buildGameServer(
  target: ClusterTarget,
  record: InstanceRecord,
  { node, health }: { node: string | null; health: AgonesHealth },
): GameServer {
  const { metadata = {}, spec } = buildGamePod(target, record, node)
  const { name = '', labels = {}, annotations = {}, ownerReferences = [] } = metadata
  return {
    apiVersion: 'agones.dev/v1',
    kind: 'GameServer',
    metadata: { name, labels, ownerReferences },
    spec: {
      container: gameContainer,
      ports: getGamePorts(spec),
      health,
      // Nodes for games are not added and removed by load: packing them has no use, and a full node is slower.
      scheduling: 'Distributed',
      eviction: { safe: 'Never' },
      template: { metadata: { labels, annotations }, spec: buildTemplate(target, record, spec) },
    },
  }
}

function getGamePorts(spec: V1PodSpec | undefined): GameServerPort[] {
  const [{ ports = [] } = { ports: [] }] = spec?.containers ?? []
  return ports.map(({ name = '', containerPort, hostPort = containerPort, protocol = 'UDP' }) => ({
    name,
    portPolicy: 'Static',
    container: gameContainer,
    containerPort,
    hostPort,
    protocol,
  }))
}

function buildTemplate(target: ClusterTarget, record: InstanceRecord, spec: V1Pod['spec']): V1PodSpec {
  const { containers = [], initContainers = [], volumes = [] } = spec ?? {}
  // The SDK of Agones calls the API with the account of the pod.
  const { automountServiceAccountToken: _none, ...template } = spec ?? { automountServiceAccountToken: false }
  return {
    ...template,
    containers: containers.map(({ ports: _byAgones, ...container }) => container),
    initContainers: [...initContainers, buildReporter(target, record)].map(
      ({ volumeMounts = [], ...container }) => ({
        ...container,
        volumeMounts: [...volumeMounts, noToken],
      }),
    ),
    volumes: [...volumes, { name: noToken.name, emptyDir: {} }],
  }
}

/** A sidecar, which starts before the game and ends with it. It reads the password where the game does, as the same user. */
function buildReporter({ agentImage }: ClusterTarget, { content: { port } }: InstanceRecord): V1Container {
  // It holds 70 MB of its own, and needs a second of processor time to start.
  const amounts = { memory: '160Mi', cpu: '50m' }
  return {
    name: reporterContainer,
    image: agentImage,
    imagePullPolicy: 'IfNotPresent',
    restartPolicy: 'Always',
    command: [...agentCommand, 'report', reporterFolder, String(port)],
    resources: { requests: amounts, limits: amounts },
    securityContext: { ...restricted, readOnlyRootFilesystem: true },
    volumeMounts: [{ name: 'data', mountPath: reporterFolder, readOnly: true }],
  }
}
