// @slow 60 s: runs the components of Kubernetes
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  KubeConfig,
  PolicyV1Api,
  type V1Pod,
  setHeaderOptions,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { type RunningCluster, canStartRealCluster, startRealCluster } from './testing/real-cluster.ts'

const chart = join(import.meta.dirname, '../../../../../deploy/helm/clutch')
const everything = join(chart, 'ci/all-values.yaml')
/** What this cluster does not have: resources of other projects, and a priority class. */
const withoutOthers =
  '--set=gateway.enabled=false,metrics.serviceMonitor=false,metrics.rules=false,web.priorityClassName='
const env = { ...process.env, PATH: peerPath }
const canRun = isProving && canStartRealCluster() && spawnSync('helm', ['version'], { env }).status === 0
const account = 'system:serviceaccount:portal:clutch'
const nodes = { 'game-1': 'games', 'own-1': 'own' }
const waiting = { timeout: 60_000, interval: 200 }

describe.skipIf(!canRun)('the chart on real Kubernetes', () => {
  let cluster: RunningCluster
  let core: CoreV1Api
  let apps: AppsV1Api
  let config: KubeConfig

  beforeAll(async () => {
    cluster = await startRealCluster()
    config = new KubeConfig()
    config.loadFromFile(join(cluster.folder, 'kubeconfig'))
    core = config.makeApiClient(CoreV1Api)
    apps = config.makeApiClient(AppsV1Api)
    await Promise.all([
      createNamespace('portal', 'restricted'),
      createNamespace('games', 'privileged'),
      createNamespace('more-games', 'privileged'),
      ...Object.entries(nodes).map(([name, pool]) => createNode(name, pool)),
    ])
    const [code, problems] = await runHelm('install', 'clutch', chart, '-f', everything, withoutOthers)
    if (code !== 0) throw new Error(problems)
  }, 180_000)
  afterAll(async () => cluster?.stop())

  const createNamespace = (name: string, level: string) =>
    core.createNamespace({
      body: { metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': level } } },
    })

  async function createNode(name: string, pool: string): Promise<void> {
    const resources = { cpu: '32', memory: '64Gi', pods: '100' }
    const status = {
      capacity: resources,
      allocatable: resources,
      conditions: [{ type: 'Ready', status: 'True' }],
    }
    await core.createNode({ body: { metadata: { name, labels: { 'clutch.pool': pool } } } })
    await core.patchNodeStatus(
      { name, body: { status } },
      setHeaderOptions('Content-Type', 'application/merge-patch+json'),
    )
  }

  /** Runs Helm and ends its hook: what the migrations' pod would report if a node ran it. Returns the exit code and the errors. */
  async function runHelm(...words: string[]): Promise<[number, string]> {
    const files = ['--namespace', 'portal', '--kubeconfig', join(cluster.folder, 'kubeconfig')]
    const child = spawn('helm', [...words, ...files], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const hooks = setInterval(() => void finishMigrations(), 300)
    const [problems, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ])
    clearInterval(hooks)
    return [code, problems.replaceAll(/^.*found symbolic link in path.*\n/gm, '')]
  }

  async function finishMigrations(): Promise<void> {
    const labelSelector = 'app.kubernetes.io/component=migrations'
    const { items } = await core.listNamespacedPod({ namespace: 'portal', labelSelector })
    const running = items.filter(({ status }) => status?.phase === 'Pending')
    await Promise.all(
      running.map(({ metadata }) =>
        core.patchNamespacedPodStatus(
          { name: metadata?.name ?? '', namespace: 'portal', body: { status: { phase: 'Succeeded' } } },
          setHeaderOptions('Content-Type', 'application/merge-patch+json'),
        ),
      ),
    )
  }

  const listPods = async (namespace: string) => (await core.listNamespacedPod({ namespace })).items
  const componentOf = ({ metadata }: V1Pod) => metadata?.labels?.['app.kubernetes.io/component'] ?? ''

  test('K the admission of the level `restricted` takes every pod of the portal', async () => {
    const expected = ['poller', 'poller', 'web', 'web', 'worker', 'worker']
    await expect
      .poll(
        async () =>
          (await listPods('portal'))
            .map(componentOf)
            .filter((name) => name !== 'migrations')
            .toSorted(),
        waiting,
      )
      .toEqual(expected)
    const policies = await config.makeApiClient(PolicyV1Api).listNamespacedPodDisruptionBudget({
      namespace: 'portal',
    })
    const names = policies.items.map(({ metadata }) => metadata?.name)
    expect(new Set(names)).toEqual(new Set(['clutch-poller', 'clutch-web', 'clutch-worker']))
  })

  test('K the agent of a pool and its installs run on the nodes of the pool alone', async () => {
    const nodesOf = async (namespace: string) =>
      new Set(
        (await listPods(namespace)).map(
          ({ metadata, spec }) => `${metadata?.ownerReferences?.[0]?.name} on ${spec?.nodeName}`,
        ),
      )
    await vi.waitFor(async () => {
      expect(await nodesOf('games')).toEqual(
        new Set(['clutch-installs-games on game-1', 'clutch-node-agent-games on game-1']),
      )
      expect(await nodesOf('more-games')).toEqual(new Set(['clutch-node-agent-own on own-1']))
    }, waiting)
  })

  test.each([
    ['create', 'pods', '', 'games', true],
    ['create', 'pods', '', 'more-games', true],
    ['delete', 'secrets', '', 'games', true],
    ['create', 'gameservers', 'agones.dev', 'games', true],
    ['list', 'nodes', '', '', true],
    ['list', 'secrets', '', 'games', false],
    ['create', 'pods', '', 'portal', false],
    ['get', 'secrets', '', 'portal', false],
    ['get', 'secrets', '', 'kube-system', false],
    ['delete', 'nodes', '', '', false],
    ['create', 'clusterrolebindings', 'rbac.authorization.k8s.io', '', false],
  ])(
    'K the account of the workers: %s %s %s in "%s" is %s',
    async (verb, resource, group, namespace, may) => {
      const review = await config.makeApiClient(AuthorizationV1Api).createSubjectAccessReview({
        body: { spec: { user: account, resourceAttributes: { verb, resource, group, namespace } } },
      })
      expect(review.status?.allowed).toBe(may)
    },
  )

  test('K an upgrade runs the migrations and replaces the pods, a rollback brings the settings back; what is uninstalled leaves the files alone', async () => {
    const change = '--set=settings.CLUTCH_RAW_LOG_DAYS=30'
    const before = await apps.readNamespacedDeployment({ name: 'clutch-web', namespace: 'portal' })
    expect(await runHelm('upgrade', 'clutch', chart, '-f', everything, withoutOthers, change)).toEqual([
      0,
      '',
    ])
    const after = await apps.readNamespacedDeployment({ name: 'clutch-web', namespace: 'portal' })
    expect(after.metadata?.generation).toBeGreaterThan(before.metadata?.generation ?? 0)

    const readSettings = async () => {
      const { spec } = await apps.readNamespacedDeployment({ name: 'clutch-web', namespace: 'portal' })
      const env = spec?.template.spec?.containers[0]?.env
      return env?.find(({ name }) => name === 'CLUTCH_RAW_LOG_DAYS')?.value
    }
    expect(await readSettings()).toBe('30')
    expect(await runHelm('rollback', 'clutch', '1')).toEqual([0, ''])
    expect(await readSettings()).toBe('60')

    expect(await runHelm('uninstall', 'clutch', '--cascade', 'foreground')).toEqual([0, ''])
    // No node is here to end what it runs.
    const listRemaining = async () =>
      (await listPods('games')).filter(({ metadata }) => !metadata?.deletionTimestamp).map(componentOf)
    await expect.poll(listRemaining, waiting).toEqual([])
    const claims = await core.listNamespacedPersistentVolumeClaim({ namespace: 'portal' })
    expect(claims.items.map(({ metadata }) => metadata?.name)).toEqual(['clutch'])
    const listAccounts = async () =>
      (await core.listNamespacedServiceAccount({ namespace: 'portal' })).items.map(
        ({ metadata }) => metadata?.name,
      )
    await expect.poll(listAccounts, waiting).not.toContain('clutch')
  }, 120_000)
})
