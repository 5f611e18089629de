import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { peerPath } from './peers.ts'

export const deployFolder = join(import.meta.dirname, '../../deploy')
export const chartFolder = join(deployFolder, 'helm/clutch')

/** What tests read of an object of Kubernetes. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  data?: Record<string, string>
  rules?: unknown
  roleRef?: { kind: string; name: string }
  subjects?: { kind: string; name: string; namespace: string }[]
  automountServiceAccountToken?: boolean
  spec?: { template?: { metadata?: unknown; spec?: PodSpec } } & Record<string, unknown>
}

export interface PodSpec extends Record<string, unknown> {
  containers?: Record<string, unknown>[]
  initContainers?: Record<string, unknown>[]
}

/** The objects of a text with several documents; throws what is no YAML. */
export function parseObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [problem] = document.errors
    if (problem) throw problem
    const value: unknown = document.toJS()
    return value === null ? [] : [value as KubernetesObject]
  })
}

/** The objects of a file in `deploy/kubernetes`. */
export function readManifest(name: string): KubernetesObject[] {
  return parseObjects(readFileSync(join(deployFolder, 'kubernetes', name), 'utf8'))
}

/** A list in the folder `files` of the chart. */
export function readChartRules(name: string): unknown[] {
  return parse(readFileSync(join(chartFolder, 'files', name), 'utf8')) as unknown[]
}

/** The pods of the portal itself: its Deployments and Jobs. */
export function listPods(objects: readonly KubernetesObject[]): PodSpec[] {
  return objects.flatMap(({ kind, spec }) =>
    spec?.template?.spec && kind !== 'DaemonSet' ? [spec.template.spec] : [],
  )
}

/** The environment of the first container of a pod. */
export function readEnv(pod: PodSpec | undefined): Record<string, string> {
  const list = (pod?.containers?.[0]?.['env'] ?? []) as { name: string; value: string }[]
  return Object.fromEntries(list.map(({ name, value }) => [name, value]))
}

/** Values without which the chart is refused. */
const required = {
  image: { repository: 'registry.example.org/clutch' },
  publicUrl: 'https://cs.example.org',
  trustProxy: 'none',
}

/** Renders the chart with these values and others that it requires; `problem` is empty where it was accepted. */
export function renderChart(
  values: object,
  ...args: string[]
): { objects: KubernetesObject[]; problem: string } {
  const words = [
    'template',
    'clutch',
    chartFolder,
    '--namespace',
    'portal',
    '--kube-version',
    '1.36.0',
    '-f',
    '-',
  ]
  const { status, stdout, stderr } = spawnSync('helm', [...words, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: peerPath },
    input: JSON.stringify({ ...required, ...values }),
  })
  return status === 0 ? { objects: parseObjects(stdout), problem: '' } : { objects: [], problem: stderr }
}
