import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node'
import { HostFull, PortInUse } from '../../driver.ts'
import { noInstallCode, portInUseCode } from '../agent/agent-commands.ts'
import { gameContainer, prepareContainer } from './pod-spec.ts'

/** The node that a pod was bound to lacks the game; another one may have it. */
export class NodeWithoutInstall extends HostFull {
  readonly node: string

  constructor(message: string, node: string) {
    super(message)
    this.node = node
  }
}

/** Reasons for which a container waits for something that does not come by itself. */
const hopelessReasons = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImageInspectError',
  'ImagePullBackOff',
  'InvalidImageName',
  'RunContainerError',
])
/** Of a container whose program could not be started. */
const startFailures = new Set(['ContainerCannotRun', 'StartError'])

/** Also those that Agones adds. */
function listContainers({ spec }: V1Pod): string[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].map(({ name }) => name)
}

function findStatus(pod: V1Pod, container: string): V1ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {}
  return [...containerStatuses, ...initContainerStatuses].find(({ name }) => name === container)
}

/** The run of a pod whose game runs; empty for any other. Each start is a new pod. */
export function getRun(pod: V1Pod | null): string {
  if (!pod || findStatus(pod, gameContainer)?.state?.running === undefined) return ''
  return hasEnded(pod) ? '' : (pod.metadata?.uid ?? '')
}

/** Whether its game never runs again: also where a sidecar of Agones keeps the pod. */
export function hasEnded(pod: V1Pod): boolean {
  const { phase } = pod.status ?? {}
  return (
    phase === 'Succeeded' ||
    phase === 'Failed' ||
    findStatus(pod, gameContainer)?.state?.terminated !== undefined
  )
}

/** Whether the game has run in it. */
export function hasStarted(pod: V1Pod): boolean {
  const { running, terminated } = findStatus(pod, gameContainer)?.state ?? {}
  if (running) return true
  return terminated !== undefined && !startFailures.has(terminated.reason ?? '')
}

/** Why a pod does not come to run; null while it may. */
export function getStartFault(pod: V1Pod, where: string): PortInUse | HostFull | null {
  const { conditions = [], phase, reason, message } = pod.status ?? {}
  const unplaced = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False')
  if (unplaced?.reason === 'Unschedulable')
    return new HostFull(`${where}: ${unplaced.message ?? 'no node takes it'}`)
  const prepared = findStatus(pod, prepareContainer)?.state?.terminated
  if (prepared?.exitCode === portInUseCode) return new PortInUse(`${where}: the port is in use`)
  if (prepared?.exitCode === noInstallCode)
    return new NodeWithoutInstall(
      `${where}: the node ${pod.spec?.nodeName} has no install of the game`,
      pod.spec?.nodeName ?? '',
    )
  for (const container of listContainers(pod)) {
    const { waiting, terminated } = findStatus(pod, container)?.state ?? {}
    if (waiting && hopelessReasons.has(waiting.reason ?? ''))
      return new HostFull(`${where}: ${waiting.message ?? waiting.reason}`)
    if (terminated && terminated.exitCode !== 0 && container === prepareContainer)
      return new HostFull(`${where}: ${terminated.message ?? `prepare ended with ${terminated.exitCode}`}`)
    if (terminated && container === gameContainer && startFailures.has(terminated.reason ?? ''))
      return new HostFull(`${where}: ${terminated.message ?? terminated.reason}`)
  }
  // The node refused it: it was full, or is going down.
  if (phase === 'Failed' && !hasStarted(pod))
    return new HostFull(`${where}: ${message ?? reason ?? 'the pod failed'}`)
  return null
}

/** The exit of a pod of one container; null while it runs, a fault as words. */
export function getExit(pod: V1Pod): { code: number } | { fault: string } | null {
  const fault = getStartFault(pod, '')
  if (fault) return { fault: fault.message }
  if (!hasEnded(pod)) return null
  const { terminated } = findStatus(pod, gameContainer)?.state ?? {}
  return terminated ? { code: terminated.exitCode } : { fault: pod.status?.reason ?? 'it was ended' }
}
