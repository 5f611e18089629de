import { describe, expect, test } from 'vitest'
import { type KubernetesObject, readEnv, readManifest, renderChart } from './testing/chart.ts'
import { hasPeerProgram } from './testing/test-options.ts'

const namespaces = ['clutch-games']

/** Values with these clusters, as the setting has them. */
const withClusters = (...clusters: object[]) => ({
  rentals: { namespaces },
  settings: { CLUTCH_KUBERNETES_CLUSTERS: JSON.stringify(clusters) },
})

const listBudgets = (objects: readonly KubernetesObject[]) =>
  objects.filter(
    ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.namespace === 'clutch-games',
  )

describe.skipIf(!hasPeerProgram('helm'))('the values of the Helm chart for games', () => {
  test('K one budget protects a game: the chart leaves its own out where another one is there', () => {
    const [own] = listBudgets(renderChart({ rentals: { namespaces } }).objects)
    const [written] = listBudgets(readManifest('games.yaml'))
    // Both select the same pods, which is why only one may be there.
    expect(own?.spec).toEqual(written?.spec)
    expect(listBudgets(renderChart({ rentals: { namespaces, disruptionBudget: false } }).objects)).toEqual([])
  })

  test('K agents have the priority that a pool names, and none where a cluster may refuse it', () => {
    const pools = [{}, { priorityClassName: 'game-agents' }].map((more, at) => ({
      name: `pool-${at}`,
      namespace: 'clutch-games',
      nodes: { 'clutch.pool': `pool-${at}` },
      ...more,
    }))
    const daemons = renderChart({ rentals: { namespaces, pools } }).objects.filter(
      ({ kind }) => kind === 'DaemonSet',
    )
    expect(daemons.map(({ spec }) => spec?.template?.spec?.['priorityClassName'])).toEqual([
      undefined,
      'game-agents',
    ])
  })

  test('K a pool installs a build that Steam publishes after the pool that tries it first', () => {
    const pools = [0, 6].map((delayHours) => ({
      name: `pool-${delayHours}`,
      namespace: 'clutch-games',
      nodes: { 'clutch.pool': `pool-${delayHours}` },
      installs: { image: 'update', delayHours },
    }))
    const daemons = renderChart({ rentals: { namespaces, pools } }).objects.filter(({ metadata }) =>
      metadata.name.startsWith('clutch-installs-'),
    )
    expect(daemons.map(({ spec }) => readEnv(spec?.template?.spec)['DELAY_HOURS'])).toEqual(['0', '6'])
  })

  test('K with Agones games reach the API of the cluster alone, so it has to be named', () => {
    const agones = { namespaces, agones: true }
    expect(renderChart({ rentals: agones }).problem).toContain('rentals.networkPolicy.apiServer: ')
    expect(renderChart({ rentals: { ...agones, networkPolicy: { enabled: false } } }).problem).toBe('')
  })

  test.each([
    [true, { ports: '27200-28199' }],
    [true, { ports: '27300-27400', namespace: 'clutch-games' }],
    [false, { ports: '28000-28200' }],
    [false, { ports: '27100-27300' }],
    // Of a namespace or a cluster that the chart has no policies for.
    [true, { ports: '30000-30100', namespace: 'others' }],
    [true, { ports: '30000-30100', kubeconfig: '/run/secrets/kubeconfigs/shanghai' }],
  ])('K a policy that would keep players out is refused: accepted is %s for %j', (isAccepted, cluster) => {
    const { problem } = renderChart(withClusters({ name: 'home', regions: ['ap-shanghai'], ...cluster }))
    if (isAccepted) expect(problem).toBe('')
    else expect(problem).toContain('rentals.networkPolicy.ports: ')
  })
})
