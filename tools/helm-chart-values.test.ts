import { describe, expect, test } from 'vitest'
import { listPods, readEnv, renderChart } from './testing/chart.ts'
import { hasPeerProgram } from './testing/test-options.ts'

/** The pods by component, with those of a restore. */
function renderPods(values: object) {
  const { objects, problem } = renderChart({ ...values, restore: { file: 'a.tar.zst' } })
  expect(problem).toBe('')
  const [web, worker, poller, migrations, restore] = [
    '-web',
    '-worker',
    '-poller',
    '-migrations',
    '-restore',
  ].map((end) => {
    const [pod] = listPods(
      objects.filter(({ metadata, spec }) => metadata.name === `clutch${end}` && spec?.template),
    )
    if (!pod) throw new Error(`no pod of clutch${end}`)
    return pod
  })
  return { objects, web, worker, poller, migrations, restore }
}

describe.skipIf(!hasPeerProgram('helm'))('the values of the Helm chart', () => {
  test('K the settings are in the pods themselves: a pod of an older release starts again whatever Helm removed', () => {
    const command = 'run "$(NAME)" $$ {port}'
    const { objects, ...pods } = renderPods({
      settings: {
        CLUTCH_GAME_COMMAND: command,
        CLUTCH_RAW_LOG_DAYS: 60,
        CLUTCH_KUBERNETES_MEMORY_MB: 1_000_000,
        CLUTCH_ROLES: 'poller',
        CLUTCH_METRICS_HOST: '127.0.0.1',
      },
      extraEnv: [{ name: 'CLUTCH_RAW_LOG_DAYS', value: '30' }],
    })
    expect(objects.filter(({ kind }) => kind === 'ConfigMap')).toEqual([])
    for (const pod of Object.values(pods)) {
      const [container] = pod?.containers ?? []
      expect(container?.['envFrom']).toBeUndefined()
      const names = ((container?.['env'] ?? []) as { name: string }[]).map(({ name }) => name)
      // One name twice is lost by a strategic merge.
      expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
      // `$$` is `$` to Kubernetes, and `$(NAME)` a variable.
      expect(readEnv(pod)).toMatchObject({
        CLUTCH_PUBLIC_URL: 'https://cs.example.org',
        // Helm reads it as 1e+06.
        CLUTCH_KUBERNETES_MEMORY_MB: '1000000',
        CLUTCH_GAME_COMMAND: command.replaceAll('$', '$$$$'),
        CLUTCH_METRICS_HOST: '127.0.0.1',
        CLUTCH_RAW_LOG_DAYS: '30',
      })
    }
  })

  test('K migrations and a restore get what an operator adds, and run where workers may', () => {
    const mounted = { name: 'ca', mountPath: '/etc/ca' }
    const placed = {
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'portal', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'portal',
    }
    const { migrations, restore, worker } = renderPods({
      extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.pem' }],
      extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
      extraVolumeMounts: [mounted],
      worker: placed,
    })
    for (const pod of [migrations, restore, worker]) {
      expect(pod).toMatchObject(placed)
      expect(readEnv(pod)).toMatchObject({ NODE_EXTRA_CA_CERTS: '/etc/ca/ca.pem' })
      expect(pod?.containers?.[0]?.['volumeMounts']).toContainEqual(mounted)
      expect(pod?.['volumes']).toContainEqual({ name: 'ca', configMap: { name: 'ca' } })
    }
  })

  test('K a cluster that chooses users itself gets pods without numbers, and no pod has the account `default`', () => {
    const { objects, ...pods } = renderPods({
      podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
    })
    const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount')
    expect(accounts.map(({ metadata }) => metadata.name)).toEqual(['clutch', 'clutch-migrations'])
    expect(accounts.map((account) => account.automountServiceAccountToken)).toEqual([false, false])
    for (const [name, pod] of Object.entries(pods)) {
      expect(pod?.['securityContext']).toEqual({
        runAsNonRoot: true,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(pod?.['serviceAccountName']).toBe(name === 'migrations' ? 'clutch-migrations' : 'clutch')
      expect(pod?.['automountServiceAccountToken']).toBe(false)
    }
    expect(renderPods({}).migrations?.['securityContext']).toMatchObject({
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
    })
  })

  test('K the number of pods is the chart’s, none, or left to an autoscaler', () => {
    const { objects, problem } = renderChart({ web: { replicas: null }, worker: { replicas: 0 } })
    expect(problem).toBe('')
    expect(
      objects.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec?.['replicas'] ?? 'left out'),
    ).toEqual(['left out', 0, 2])
  })

  test('K a web pod serves on for as long as the load balancer needs to drop it, and then has its time to stop', () => {
    const read = (values: object) => {
      const { web, worker } = renderPods(values)
      return [web, worker].map((pod) => [
        pod?.['terminationGracePeriodSeconds'],
        pod?.containers?.[0]?.['lifecycle'],
      ])
    }
    const sleep = (seconds: number) => ({ preStop: { exec: { command: ['sleep', String(seconds)] } } })
    expect(read({})).toEqual([
      [25, sleep(5)],
      [25, sleep(5)],
    ])
    expect(read({ web: { drainSeconds: 40 } })).toEqual([
      [60, sleep(40)],
      [25, sleep(5)],
    ])
  })

  test('K the volume is shared by all pods, or by those of one node', () => {
    const readModes = (values: object) =>
      renderChart(values).objects.find(({ kind }) => kind === 'PersistentVolumeClaim')?.spec?.['accessModes']
    expect(readModes({})).toEqual(['ReadWriteMany'])
    expect(readModes({ files: { accessModes: ['ReadWriteOnce'] } })).toEqual(['ReadWriteOnce'])
  })

  test.each([{}, { image: { repository: 'ghcr.io/OWNER/clutch' } }])(
    'K an image that was not named is refused with its value: %j',
    (values) => {
      expect(renderChart({ image: {}, ...values }).problem).toContain('image.repository: ')
    },
  )
})
