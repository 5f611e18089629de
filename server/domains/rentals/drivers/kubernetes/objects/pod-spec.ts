import type {
  V1Affinity,
  V1Container,
  V1ContainerPort,
  V1ResourceRequirements,
  V1SecurityContext,
  V1Pod,
  V1Volume,
  V1VolumeMount,
} from '@kubernetes/client-node'
import { fillCommandPlaceholders, getTvPort } from '../../game-command.ts'
import { type ClusterTarget } from '../cluster-target.ts'
import { installVariable } from '../agent/agent-commands.ts'
import { buildLabels, getObjectName, getVerifierName } from './instance-labels.ts'
import { type InstanceRecord, toOwnerReference } from './instance-record.ts'

/** Where an instance keeps its files, in its container. */
const instanceFolder = '/clutch'
/** The data of all instances of a node, and the files of one, in the containers of the agent. */
export const agentDataFolder = '/instances'
const agentFilesFolder = '/files'
export const agentCommand = [
  'node',
  '/clutch/server/domains/rentals/drivers/kubernetes/agent/node-agent.program.ts',
]
export const gameContainer = 'game'
export const prepareContainer = 'prepare'
/** Nodes that are for games alone have this taint. */
export const taintKey = 'clutch.games'
/** start.sh needs 4 seconds to end a recording. */
const gracePeriodSeconds = 10

/** The folder of an instance on its node, below the folder of all; owners do not share one. */
export function getDataName({ owner, instance }: Pick<ClusterTarget, 'owner' | 'instance'>): string {
  return `${owner}.${getObjectName(instance)}`
}

/** The pod of an instance: the agent writes the files on the node, then the game starts. It never starts again by itself. */
export function buildGamePod(target: ClusterTarget, record: InstanceRecord, node: string | null): V1Pod {
  const { game, cluster, instance, owner, words } = target
  const { port } = record.content
  const name = getObjectName(instance)
  return {
    metadata: {
      name,
      labels: {
        ...buildLabels(owner, instance, 'game'),
        ...Object.fromEntries(words.map((word) => [`clutch.word.${word}`, ''])),
      },
      annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' },
      ownerReferences: [toOwnerReference(name, record)],
    },
    spec: {
      ...buildPodSpec(target, node, game.command, port),
      initContainers: [buildPrepareContainer(target, port)],
      volumes: [
        ...buildVolumes(target),
        { name: 'files', secret: { secretName: name, defaultMode: 0o400 } },
        { name: 'instances', hostPath: { path: target.dataDir, type: 'DirectoryOrCreate' } },
      ],
      hostNetwork: cluster.isHostNetwork,
    },
  }
}

/** The pod that verifies the files of an instance on its node, for one op. */
export function buildVerifierPod(
  target: ClusterTarget,
  record: InstanceRecord,
  { command, op }: { command: readonly string[]; op: string },
): V1Pod {
  const { instance, owner } = target
  const { node, port } = record.content
  const spec = buildPodSpec(target, node, command, port)
  return {
    metadata: {
      name: getVerifierName(instance),
      labels: { ...buildLabels(owner, instance, 'verifier'), 'clutch.op': op },
      ownerReferences: [toOwnerReference(getObjectName(instance), record)],
    },
    spec: {
      ...spec,
      containers: spec.containers.map(({ ports: _published, ...container }) => container),
    },
  }
}

function buildPodSpec(target: ClusterTarget, node: string | null, command: readonly string[], port: number) {
  const { game, cluster, user } = target
  const filled = fillCommandPlaceholders(command, {
    port,
    firstPort: cluster.host.ports.first,
    host: '0.0.0.0',
    folder: instanceFolder,
  })
  const { imagePullSecrets, priorityClassName } = cluster
  return {
    ...(imagePullSecrets.length > 0 && { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) }),
    ...(priorityClassName !== null && { priorityClassName }),
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: gracePeriodSeconds,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    affinity: buildAffinity(target, node),
    tolerations: [{ key: taintKey, operator: 'Exists' }],
    securityContext: {
      runAsUser: user.uid,
      runAsGroup: user.gid,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: gameContainer,
        image: game.image,
        imagePullPolicy: 'IfNotPresent',
        command: filled,
        ports: getPorts(command, port),
        resources: buildResources(target),
        securityContext: restricted,
        terminationMessagePolicy: 'FallbackToLogsOnError',
        volumeMounts: [
          { name: 'data', mountPath: instanceFolder },
          { name: 'tmp', mountPath: '/tmp' },
          ...game.mounts.map((text, index) => parseMount(text, index).mount),
        ],
      },
    ],
    volumes: buildVolumes(target),
  }
}

export const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }

/** Creates the folder of the instance, which belongs to the game's user, and copies the secret into it. */
function buildPrepareContainer(target: ClusterTarget, port: number): V1Container {
  const { user, cluster, agentImage } = target
  const home = `${agentDataFolder}/${getDataName(target)}`
  const words = ['prepare', home, agentFilesFolder, `${user.uid}:${user.gid}`]
  // Only with the node's own network does this container see what listens there.
  const check = cluster.isHostNetwork ? [String(port)] : []
  const installed = findInstall(target)
  return {
    name: prepareContainer,
    image: agentImage,
    imagePullPolicy: 'IfNotPresent',
    command: [...agentCommand, ...words, ...check],
    ...(installed && { env: [{ name: installVariable, value: installed.install }] }),
    resources: buildResources(target),
    securityContext: agentSecurity,
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [
      { name: 'instances', mountPath: agentDataFolder },
      { name: 'files', mountPath: agentFilesFolder, readOnly: true },
      ...(installed ? [installed.mount] : []),
    ],
  }
}

/** The install of the game where it is in a folder of the node; null where it is in the image, or not configured. */
function findInstall({
  install,
  game: { mounts },
}: ClusterTarget): { install: string; mount: V1VolumeMount } | null {
  const found = mounts
    .map((text, index) => parseMount(text, index).mount)
    .find(({ mountPath }) => `${install}/`.startsWith(`${mountPath.replace(/\/+$/, '')}/`))
  if (install === null || !found) return null
  const { name, mountPath } = found
  return { install, mount: { name, mountPath, readOnly: true } }
}

/** The agent writes for the user of games and reads what that user wrote. */
const agentSecurity: V1SecurityContext = {
  runAsUser: 0,
  runAsGroup: 0,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'], add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'] },
}

/** Requests are limits: no other pod takes what a server was promised. */
function buildResources({ game: { memoryMb, cpus } }: ClusterTarget): V1ResourceRequirements {
  const amounts = {
    ...(memoryMb > 0 && { memory: `${memoryMb}Mi` }),
    ...(cpus > 0 && { cpu: `${Math.round(cpus * 1_000)}m` }),
  }
  return { requests: amounts, limits: amounts }
}

/** A game reports the port it listens on: inside and outside the number is the same. */
function getPorts(command: readonly string[], port: number): V1ContainerPort[] {
  const tvPort = getTvPort(command, port)
  const publish = (name: string, number: number, protocol: 'UDP' | 'TCP') => ({
    name,
    containerPort: number,
    hostPort: number,
    protocol,
  })
  return [
    publish('game', port, 'UDP'),
    publish('rcon', port, 'TCP'),
    ...(tvPort === null ? [] : [publish('tv', tvPort, 'UDP')]),
  ]
}

/** One of the cluster's nodes for games that have the game; the one that has the data once there is some. */
function buildAffinity({ cluster, now }: ClusterTarget, node: string | null): V1Affinity {
  const matchExpressions = Object.entries(cluster.nodes).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }))
  const field = (operator: 'In' | 'NotIn', name: string) => ({
    key: 'metadata.name',
    operator,
    // Kubernetes takes one value for a field.
    values: [name],
  })
  const avoided = [...cluster.nodesWithoutInstall].filter(([, untilMs]) => untilMs > now())
  const matchFields = node === null ? avoided.map(([name]) => field('NotIn', name)) : [field('In', node)]
  if (matchExpressions.length + matchFields.length === 0) return {}
  const term = {
    ...(matchExpressions.length > 0 && { matchExpressions }),
    ...(matchFields.length > 0 && { matchFields }),
  }
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } }
}

function buildVolumes(target: ClusterTarget): V1Volume[] {
  const path = `${target.dataDir}/${getDataName(target)}/game`
  return [
    { name: 'data', hostPath: { path, type: '' } },
    { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
    ...target.game.mounts.map((text, index) => parseMount(text, index).volume),
  ]
}

/** A folder of the node, which has to exist. */
function parseMount(text: string, index: number): { volume: V1Volume; mount: V1VolumeMount } {
  const [path = '', mountPath = '', mode] = text.split(':')
  const name = `mount-${index}`
  return {
    volume: { name, hostPath: { path, type: 'Directory' } },
    mount: { name, mountPath, readOnly: mode === 'ro' },
  }
}
