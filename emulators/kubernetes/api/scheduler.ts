import type { ApiObject, ObjectStore } from './object-store.ts'

interface NodeTerm {
  matchExpressions?: { key: string; values: string[] }[]
  matchFields?: { key: string; operator?: string; values: string[] }[]
}

interface PodSpec {
  nodeName?: string
  affinity?: {
    nodeAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms?: NodeTerm[] } }
  }
  containers: {
    ports?: { hostPort?: number; protocol?: string }[]
    resources?: { requests?: { memory?: string } }
  }[]
}

/** Binds pods to nodes as the scheduler does: by affinity, host ports, memory and whether the node takes pods at all. */
export function schedulePods(store: ObjectStore): void {
  const waiting = store.list('pods').filter((pod) => !specOf(pod).nodeName && !pod.metadata.deletionTimestamp)
  for (const pod of waiting) {
    const node = store.list('nodes').find((one) => canRun(store, one, pod))
    if (node) {
      store.setStatus('pods', pod, {
        spec: { ...pod.spec, nodeName: node.metadata.name },
        status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] },
      })
    } else if (!pod.status?.['conditions']) {
      const message = '0 nodes are available'
      const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }]
      store.setStatus('pods', pod, { status: { phase: 'Pending', conditions } })
    }
  }
}

function specOf(pod: ApiObject): PodSpec {
  return pod.spec as unknown as PodSpec
}

function canRun(store: ObjectStore, node: ApiObject, pod: ApiObject): boolean {
  if (!isReady(node) || node.spec?.['unschedulable'] === true || !matchesAffinity(node, specOf(pod)))
    return false
  const beside = store
    .list('pods')
    .filter((one) => specOf(one).nodeName === node.metadata.name && !hasEnded(one))
  const taken = new Set(beside.flatMap(getHostPorts))
  if (getHostPorts(pod).some((port) => taken.has(port))) return false
  const allocatable = (node.status?.['allocatable'] ?? {}) as { memory?: string }
  const used = [...beside, pod].reduce((sum, one) => sum + getMemory(one), 0)
  return used <= toMb(allocatable.memory ?? '1Gi')
}

/** Kubernetes taints a node that is silent. */
function isReady({ status }: ApiObject): boolean {
  const conditions = (status?.['conditions'] ?? []) as { type: string; status: string }[]
  return conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')
}

function matchesAffinity({ metadata }: ApiObject, { affinity }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  if (!terms) return true
  return terms.some(
    ({ matchExpressions = [], matchFields = [] }) =>
      matchExpressions.every(({ key, values }) => values.includes(metadata.labels?.[key] ?? '')) &&
      matchFields.every(({ operator, values }) => values.includes(metadata.name) === (operator !== 'NotIn')),
  )
}

function hasEnded({ status }: ApiObject): boolean {
  return status?.['phase'] === 'Failed' || status?.['phase'] === 'Succeeded'
}

function getHostPorts(pod: ApiObject): string[] {
  return specOf(pod).containers.flatMap(({ ports = [] }) =>
    ports.map(({ hostPort, protocol }) => `${hostPort}/${protocol}`),
  )
}

function getMemory(pod: ApiObject): number {
  return specOf(pod).containers.reduce(
    (sum, { resources }) => sum + toMb(resources?.requests?.memory ?? '0Mi'),
    0,
  )
}

function toMb(quantity: string): number {
  const amount = Number.parseFloat(quantity)
  return quantity.endsWith('Gi') ? amount * 1024 : amount
}
