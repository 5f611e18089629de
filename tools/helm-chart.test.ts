import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import {
  type KubernetesObject,
  chartFolder as chart,
  deployFolder as deploy,
  listPods as pods,
  parseObjects,
  readChartRules,
  readEnv,
  readManifest,
} from './testing/chart.ts'
import { createCustomValidator, readDefinitions } from './testing/custom-kinds.ts'
import { peerFolder, peerPath } from './testing/peers.ts'
import packed from '../package.json' with { type: 'json' }

/** Kubernetes' published OpenAPI document, as `api/openapi-spec/swagger.json` of its source. */
const published = join(peerFolder, 'kubernetes/swagger.json')
const customDefinitions = join(peerFolder, 'kubernetes/crds')
const valuesFiles = readdirSync(join(chart, 'ci'))

function helm(...args: string[]) {
  return spawnSync('helm', args, { encoding: 'utf8', env: { ...process.env, PATH: peerPath } })
}
const hasHelm = helm('version').status === 0

interface GamePolicy {
  podSelector: unknown
  policyTypes: string[]
  ingress: unknown[]
  egress: unknown[]
}

const rendered = new Map<string, KubernetesObject[]>()

/** What the chart makes of a file of values; rendered once. */
function render(values: string): KubernetesObject[] {
  const known = rendered.get(values)
  if (known !== undefined) return known
  const file = join(chart, 'ci', values)
  const { status, stdout, stderr } = helm(
    'template',
    'clutch',
    chart,
    '-f',
    file,
    '--namespace',
    'portal',
    '--kube-version',
    '1.36.0',
  )
  const problems = stderr.split('\n').filter((line) => !line.includes('found symbolic link in path'))
  expect([status, problems]).toEqual([0, ['']])
  const objects = parseObjects(stdout)
  rendered.set(values, objects)
  return objects
}

/** What a DaemonSet runs on each node, without what each installation names itself. */
function readDaemon(objects: readonly KubernetesObject[], name: string) {
  const found = objects.find(({ kind, metadata }) => kind === 'DaemonSet' && metadata.name === name)
  const { imagePullSecrets: _secrets, ...spec } = found?.spec?.template?.spec ?? {}
  const simplify = ({ image: _image, imagePullPolicy: _policy, ...container }: Record<string, unknown>) =>
    container
  return {
    ...spec,
    initContainers: spec.initContainers?.map((one) => simplify(one)),
    containers: spec.containers?.map((one) => simplify(one)),
  }
}

test.each([
  ['games.yaml', 'Role', 'game-rules.yaml'],
  ['games.yaml', 'ClusterRole', 'node-rules.yaml'],
  ['agones.yaml', 'Role', 'agones-rules.yaml'],
])('K the manifest %s and the chart give the portal the same rights: %s', (manifest, kind, rules) => {
  const [role] = readManifest(manifest).filter((object) => object.kind === kind)
  expect(role?.rules).toEqual(readChartRules(rules))
})

test.runIf(process.env['CLUTCH_TEST_REQUIRE_CHART_TOOLS'] === '1')(
  'K Helm and the published schemas are here where they are required, so that the tests below do not skip',
  () => expect([hasHelm, existsSync(published), existsSync(customDefinitions)]).toEqual([true, true, true]),
)

describe.skipIf(!hasHelm)('the Helm chart', () => {
  test.each(valuesFiles)('passes helm lint with %s', (values) => {
    const { status, stdout } = helm('lint', '--strict', chart, '-f', join(chart, 'ci', values))
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  test.each([
    ['without an address', ['--set', 'trustProxy=none']],
    [
      'with an address of players that is not https',
      ['--set', 'publicUrl=http://cs.example.org,trustProxy=none'],
    ],
    ['without the proxies that it trusts', ['--set', 'publicUrl=https://cs.example.org']],
    [
      'with nowhere for files',
      ['--set', 'publicUrl=https://cs.example.org,trustProxy=none,files.enabled=false'],
    ],
    ['with an unknown value', ['--set', 'publicUrl=https://cs.example.org,trustProxy=none,web.replica=3']],
  ])('is refused %s', (_, args) => {
    const image = ['--set', 'image.repository=registry.example.org/clutch', '--kube-version', '1.36.0']
    expect(helm('template', 'clutch', chart, ...image, ...args).status).not.toBe(0)
  })

  test.each(valuesFiles)(
    'K every pod of %s is read-only, without capabilities and without root',
    (values) => {
      const podsOfPortal = pods(render(values))
      expect(podsOfPortal.length).toBe(4)
      for (const pod of podsOfPortal) {
        expect(pod).toMatchObject({
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        })
        for (const container of pod.containers ?? [])
          expect(container['securityContext']).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
      }
    },
  )

  test.each(valuesFiles)(
    'K no pod of %s gets variables of Services, which the portal would refuse as settings',
    (values) => {
      const templates = render(values).flatMap(({ spec }) =>
        spec?.template?.spec ? [spec.template.spec] : [],
      )
      expect(templates.length).toBeGreaterThanOrEqual(4)
      for (const pod of templates) expect(pod['enableServiceLinks']).toBe(false)
    },
  )

  test('K a web pod is ready by what only its own process answers for, others by all they need', () => {
    const probes = render('all-values.yaml').flatMap(({ kind, metadata, spec }) =>
      kind === 'Deployment'
        ? [[metadata.name, spec?.template?.spec?.containers?.[0]?.['readinessProbe']]]
        : [],
    )
    const by = (path: string) => expect.objectContaining({ httpGet: { path, port: 'http' } }) as unknown
    expect(probes).toEqual([
      ['clutch-web', by('/healthz')],
      ['clutch-worker', by('/readyz')],
      ['clutch-poller', by('/readyz')],
    ])
  })

  test('K Prometheus scrapes every pod as the job of the rules, with the token, and gets the rules and the dashboard', () => {
    const objects = render('all-values.yaml')
    const find = (kind: string, name = 'clutch') =>
      objects.find((object) => object.kind === kind && object.metadata.name === name)
    const [monitor, rules] = [find('ServiceMonitor'), find('PrometheusRule')]
    expect([monitor, rules].map((object) => object?.metadata.labels?.['release'])).toEqual(
      Array(2).fill('prometheus'),
    )
    const { jobLabel = '', endpoints } = (monitor?.spec ?? {}) as Record<'jobLabel' | 'endpoints', unknown>
    const service = find('Service', 'clutch-metrics')
    expect(service?.spec).toMatchObject({ publishNotReadyAddresses: true })
    const original = readFileSync(join(deploy, 'prometheus/clutch.rules.yml'), 'utf8')
    expect(original).toContain(`up{job="${service?.metadata.labels?.[String(jobLabel)]}"}`)
    expect(endpoints).toEqual([
      {
        port: 'metrics',
        interval: '15s',
        authorization: { type: 'Bearer', credentials: { name: 'metrics', key: 'token' } },
      },
    ])
    expect(rules?.spec).toEqual(parse(original))
    const dashboard = find('ConfigMap', 'clutch-dashboard')
    expect(dashboard?.metadata.labels?.['grafana_dashboard']).toBe('1')
    expect(JSON.parse(dashboard?.data?.['clutch.json'] ?? '')).toEqual(
      JSON.parse(readFileSync(join(deploy, 'grafana/clutch.json'), 'utf8')),
    )
  })

  test('K only named peers send requests or scrape, each by its own list, and requests reach web pods alone', () => {
    const policies = render('all-values.yaml').filter(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.namespace === undefined,
    )
    const peer = (name: string) => [{ namespaceSelector: { matchLabels: { name } } }]
    const labels = { 'app.kubernetes.io/name': 'clutch', 'app.kubernetes.io/instance': 'clutch' }
    expect(policies.map(({ spec }) => spec)).toEqual([
      {
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ protocol: 'TCP', port: 'metrics' }], from: peer('monitoring') }],
      },
      {
        podSelector: { matchLabels: { ...labels, 'app.kubernetes.io/component': 'web' } },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ protocol: 'TCP', port: 'http' }], from: peer('ingress') }],
      },
    ])
  })

  test('K games reach the internet and not the cluster, and players only the ports of games', () => {
    const find = (objects: KubernetesObject[], name: string) =>
      objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
    // One policy for each direction: kube-router lets games of one with both reach each other.
    const read = (objects: KubernetesObject[]) =>
      ['clutch-games', 'clutch-games-egress'].map(
        (name) => find(objects, name)?.spec as unknown as GamePolicy,
      )
    const [written, writtenEgress] = read(readManifest('games.yaml'))
    const [policy, egress] = read(render('all-values.yaml'))
    expect(policy).toEqual(written)
    const select = (...values: string[]) => ({
      matchExpressions: [{ key: 'clutch.part', operator: 'In', values }],
    })
    expect(policy?.podSelector).toEqual(select('game', 'verifier'))
    // A trial runs the game with mods of third parties.
    for (const one of [egress, writtenEgress])
      expect(one).toMatchObject({
        podSelector: select('game', 'verifier', 'installs'),
        policyTypes: ['Egress'],
      })
    for (const objects of [readManifest('games.yaml'), render('all-values.yaml')])
      expect(find(objects, 'clutch-installs')?.spec).toEqual({
        podSelector: { matchLabels: { 'clutch.part': 'installs' } },
        policyTypes: ['Ingress'],
      })
    expect(policy?.policyTypes).toEqual(['Ingress'])
    expect(writtenEgress?.egress).toEqual(readChartRules('game-egress.yaml'))
    const tcp = (port: number) => ({ protocol: 'TCP', port })
    expect(egress?.egress).toEqual([
      ...(writtenEgress?.egress ?? []),
      { to: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }] },
      { ports: [tcp(443), tcp(6443)], to: [{ ipBlock: { cidr: '192.0.2.10/32' } }] },
    ])
    const agents = {
      podSelector: { matchLabels: { 'clutch.part': 'node-agent' } },
      policyTypes: ['Ingress', 'Egress'],
    }
    expect(find(readManifest('games.yaml'), 'clutch-node-agents')?.spec).toEqual(agents)
    expect(find(render('all-values.yaml'), 'clutch-node-agents')?.spec).toEqual(agents)
  })

  test('K a drain takes one pod of a role at a time, also the only one', () => {
    const budgets = render('all-values.yaml').filter(
      ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.namespace === undefined,
    )
    expect(budgets.length).toBe(3)
    for (const { spec } of budgets) expect(spec).toMatchObject({ maxUnavailable: 1 })
  })

  test('K pods get what an operator adds, and workers alone the kubeconfigs of other clusters', () => {
    const find = (role: string) =>
      render('all-values.yaml').find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `clutch-${role}`,
      )?.spec?.template
    const [web, worker] = [find('web'), find('worker')]
    expect(web).toMatchObject({
      metadata: { annotations: { team: 'games' } },
      spec: { priorityClassName: 'portal', affinity: { podAntiAffinity: {} } },
    })
    for (const template of [web, worker])
      expect(template?.spec).toMatchObject({
        containers: [
          {
            env: expect.arrayContaining([{ name: 'TZ', value: 'Asia/Shanghai' }]) as unknown,
            volumeMounts: expect.arrayContaining([
              { name: 'certificates', mountPath: '/etc/certificates' },
            ]) as unknown,
          },
        ],
        volumes: expect.arrayContaining([
          { name: 'certificates', configMap: { name: 'certificates' } },
        ]) as unknown,
      })
    const secret = { secret: { name: 'clusters', items: [{ key: 'shanghai', path: 'shanghai' }] } }
    const volumes = worker?.spec?.['volumes'] as { name: string; projected?: { sources: unknown[] } }[]
    expect(volumes.find(({ name }) => name === 'kubeconfigs')?.projected?.sources).toEqual([secret])
    expect(JSON.stringify(web)).not.toContain('kubeconfigs')
  })

  test('K the images of rented servers are those of the portal and of the first pool', () => {
    expect(readEnv(pods(render('all-values.yaml'))[1])).toMatchObject({
      CLUTCH_KUBERNETES_AGENT_IMAGE: `registry.example.org/clutch:${packed.version}`,
      CLUTCH_KUBERNETES_IMAGE: 'clutch-game',
    })
  })

  test('K a restore is a Job of its own with the settings, secrets and files of the portal, which no release contains', () => {
    const portal = render('all-values.yaml')
    expect(portal.some(({ metadata }) => metadata.name === 'clutch-restore')).toBe(false)
    const words = [
      'restore.file=clutch-1.tar.zst.age,restore.replace=true',
      'restore.identity.name=backup-key,restore.identity.key=key.txt',
    ].flatMap((text) => ['--set', text])
    const values = ['-f', join(chart, 'ci/all-values.yaml'), '--kube-version', '1.36.0']
    const { stdout } = helm('template', 'clutch', chart, ...values, ...words, '-s', 'templates/restore.yaml')
    const [job, ...others] = parseObjects(stdout)
    expect(others).toEqual([])
    const [container] = job?.spec?.template?.spec?.containers ?? []
    expect(container?.['command']).toEqual([
      'node',
      'server/cli/restore.ts',
      'clutch-1.tar.zst.age',
      '--identity',
      '/run/secrets/restore/identity',
      '--replace',
      '--yes',
    ])
    const listOf = (one: Record<string, unknown> | undefined, name: string) =>
      (one?.[name] ?? []) as unknown[]
    const poller = pods(portal)[2]?.containers?.[0]
    expect(listOf(container, 'env')).toEqual(listOf(poller, 'env').slice(1))
    expect(container?.['volumeMounts']).toEqual(expect.arrayContaining(listOf(poller, 'volumeMounts')))
    expect(container?.['securityContext']).toEqual(poller?.['securityContext'])
    if (job && existsSync(published)) expect((validator ??= createValidator())(job)).toEqual([])
  })

  test('K no secret is in a value: each is a file that a setting names', () => {
    const [pod] = pods(render('all-values.yaml'))
    const [container] = pod?.containers ?? []
    expect(container?.['env']).toEqual(
      expect.arrayContaining([{ name: 'SMTP_URL_FILE', value: '/run/secrets/clutch/SMTP_URL' }]),
    )
    expect(JSON.stringify(pod)).not.toContain('secretKeyRef')
  })

  test('K workers have the rights of games in each game namespace, and only read nodes elsewhere', () => {
    const objects = render('all-values.yaml')
    const of = (kind: string) => objects.filter((object) => object.kind === kind)
    const rules = [...readChartRules('game-rules.yaml'), ...readChartRules('agones-rules.yaml')]
    expect(of('Role').map((role) => [role.metadata.namespace, role.rules])).toEqual(
      ['games', 'more-games'].map((namespace) => [namespace, rules]),
    )
    expect(of('ClusterRole').map((role) => role.rules)).toEqual([readChartRules('node-rules.yaml')])
    const bindings = [...of('RoleBinding'), ...of('ClusterRoleBinding')]
    const account = { kind: 'ServiceAccount', name: 'clutch', namespace: 'portal' }
    expect(bindings.map(({ metadata, subjects }) => [metadata.namespace, subjects])).toEqual(
      ['games', 'more-games', undefined].map((namespace) => [namespace, [account]]),
    )
    for (const { roleRef, metadata } of bindings)
      expect(
        objects.some(
          (role) =>
            role.kind === roleRef?.kind &&
            role.metadata.name === roleRef.name &&
            role.metadata.namespace === metadata.namespace,
        ),
      ).toBe(true)
    const isMounted = (values: string) =>
      pods(render(values)).map((pod) => pod['automountServiceAccountToken'])
    // Web, worker, poller, migrations.
    expect(isMounted('all-values.yaml')).toEqual([false, true, false, false])
    expect(isMounted('small-values.yaml')).toEqual([false, false, false, false])
    expect(render('small-values.yaml').map(({ kind }) => kind)).not.toContain('Role')
  })

  test.each([
    ['clutch-node-agent-games', 'node-agent.yaml', 'clutch-node-agent'],
    ['clutch-installs-games', 'installs.yaml', 'clutch-installs-games'],
  ])('K %s of a pool is the one of the manifest %s', (name, manifest, original) => {
    const daemon = readDaemon(render('all-values.yaml'), name)
    const text = JSON.stringify(daemon).replace('"value":"2026-09"', '"value":""')
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(readDaemon(readManifest(manifest), original))))
  })

  test('K a pool without installs has the agent alone, with its own nodes and folder', () => {
    const daemons = render('all-values.yaml').filter(({ kind }) => kind === 'DaemonSet')
    expect(daemons.map(({ metadata: { name, namespace } }) => [name, namespace])).toEqual([
      ['clutch-node-agent-games', 'games'],
      ['clutch-installs-games', 'games'],
      ['clutch-node-agent-own', 'more-games'],
    ])
    const agent = readDaemon(daemons, 'clutch-node-agent-own')
    expect(agent).toMatchObject({ nodeSelector: { 'clutch.pool': 'own' } })
    expect(JSON.stringify(agent)).toContain('"mountPath":"/data/cs2"')
  })

  test.skipIf(!existsSync(published)).each(valuesFiles)(
    'every object of %s is valid by the published schemas of Kubernetes, without unknown fields',
    (values) => {
      const validate = (validator ??= createValidator())
      const others = render(values).filter((object) => {
        const problems = validate(object)
        if (problems === null) return true
        expect([object.kind, object.metadata.name, problems]).toEqual([object.kind, object.metadata.name, []])
        return false
      })
      // Resources of other projects.
      expect(others.map(({ kind }) => kind).toSorted()).toEqual(
        values === 'all-values.yaml' ? definedByOthers : [],
      )
    },
  )
})

const definedByOthers = ['HTTPRoute', 'PrometheusRule', 'ServiceMonitor']

test.skipIf(!hasHelm || !existsSync(customDefinitions))(
  'K the objects of Gateway API, Prometheus Operator and CloudNativePG are valid by their published schemas, without unknown fields',
  () => {
    const validate = createCustomValidator(readDefinitions(customDefinitions))
    const objects = [...render('all-values.yaml'), ...readManifest('cloudnative-pg.yaml')].filter(
      ({ kind }) => kind === 'Cluster' || definedByOthers.includes(kind),
    )
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(['Cluster', ...definedByOthers])
    for (const object of objects) {
      expect([object.kind, validate(object)]).toEqual([object.kind, []])
      expect(validate({ ...object, spec: { ...object.spec, template: {} } })).toHaveLength(1)
    }
  },
)

test.skipIf(!existsSync(published)).each(['games.yaml', 'agones.yaml', 'node-agent.yaml', 'installs.yaml'])(
  'every object of deploy/kubernetes/%s is valid by the published schemas of Kubernetes',
  (name) => {
    const validate = (validator ??= createValidator())
    expect(readManifest(name).map((object) => validate(object))).toEqual(readManifest(name).map(() => []))
  },
)

interface Definition {
  type?: string
  format?: string
  properties?: Record<string, unknown>
  additionalProperties?: unknown
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}

let validator: ReturnType<typeof createValidator> | undefined

/** Returns the problems of an object by its schema; null for a kind that Kubernetes itself does not have. */
function createValidator(): (object: KubernetesObject) => string[] | null {
  const { definitions } = JSON.parse(readFileSync(published, 'utf8')) as {
    definitions: Record<string, Definition>
  }
  const names = new Map<string, string>()
  for (const [name, definition] of Object.entries(definitions)) {
    // Written as strings there; the API also takes numbers.
    if (definition.format === 'int-or-string' || name.endsWith('.api.resource.Quantity'))
      definitions[name] = { type: ['string', 'number'] as unknown as string }
    else if (definition.properties !== undefined) definition.additionalProperties = false
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? [])
      names.set(`${group === '' ? version : `${group}/${version}`} ${kind}`, name)
  }
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'kubernetes', definitions })
  return (object) => {
    const name = names.get(`${object.apiVersion} ${object.kind}`)
    if (name === undefined) return null
    const validate = ajv.getSchema(`kubernetes#/definitions/${name}`)
    void validate?.(object)
    return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
