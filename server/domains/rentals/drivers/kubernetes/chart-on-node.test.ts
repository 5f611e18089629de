// @slow 420 s: runs a portal in containers of a node
import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { CoreV1Api, V1Pod } from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { createTestContext } from '../../../../testing/test-context.ts'
import { KeyRing, makeSecretKey } from '../../../../platform/keys/keys.ts'
import { TestClock } from '../../../../platform/clock/clock.ts'
import { createTestRental } from '../../testing/rental-builder.ts'
import { simulatedGame } from '../testing/simulated-game.ts'
import { createQueryDriver } from '../../../servers/index.ts'
import type { NodeCluster } from './testing/node-cluster.ts'
import { type PortalOnNodes, canInstallPortal, startPortalOnNodes } from './testing/portal-on-nodes.ts'
import {
  ask,
  buildValues,
  gamesNamespace,
  killPortal,
  portalNamespace,
  readStreamBegin,
  runAdmin,
  runHelm,
} from './testing/portal-release.ts'
import { findReached, listenAt, startProbe } from './testing/reachability.ts'
import { canStartTraefik, startTraefik } from './testing/traefik.ts'

const waiting = { timeout: 180_000, interval: 500 }
const operator = ['--', 'node', 'server/cli/operator.ts']
const admin = '76561197960287930'
/** Addresses of the internet and of the metadata of a cloud; this machine has them in the network of the nodes. */
const internet = '203.0.113.9'
const metadata = '169.254.169.254'

const canRun = isProving && canInstallPortal()

describe.skipIf(!canRun)('the chart on a node with containers', { timeout: 600_000 }, () => {
  const secretKey = makeSecretKey()
  const ends: (() => unknown)[] = []
  let cluster: NodeCluster
  let core: CoreV1Api
  let database: PortalOnNodes['database']
  let kubectl: PortalOnNodes['kubectl']
  let serviceAddress: PortalOnNodes['serviceAddress']

  beforeAll(async () => {
    const portal = await startPortalOnNodes({ 'node-1': { 'clutch.pool': 'games' } }, secretKey)
    ends.push(portal.close)
    ;({ cluster, core, database, kubectl, serviceAddress } = portal)
  }, 1_800_000)
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  }, 120_000)

  const listPods = async (component?: string): Promise<V1Pod[]> => {
    const labelSelector = `app.kubernetes.io/component${component === undefined ? '' : `=${component}`}`
    return (await core.listNamespacedPod({ namespace: portalNamespace, labelSelector })).items
  }
  const findPod = async (component: string): Promise<V1Pod> => {
    const pod = (await listPods(component)).find(({ metadata }) => !metadata?.deletionTimestamp)
    if (!pod) throw new Error(`no pod ${component}`)
    return pod
  }
  const awaitRollout = async () => {
    for (const role of ['web', 'worker', 'poller'])
      await kubectl('rollout', 'status', `deployment/clutch-${role}`, '--timeout=10m')
  }

  test('K two pods of each role are ready by their probes, none was started again', async () => {
    const pods = await listPods()
    const seen = pods.map(({ metadata, status }) => {
      const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status
      const restarts = status?.containerStatuses?.[0]?.restartCount
      return `${metadata?.labels?.['app.kubernetes.io/component']} ${ready} ${restarts}`
    })
    const expected = ['poller', 'poller', 'web', 'web', 'worker', 'worker'].map((role) => `${role} True 0`)
    expect(seen.toSorted()).toEqual(expected)
  })

  test('K page, API and stream are served over the Service', async () => {
    const host = await serviceAddress()
    expect(JSON.parse((await ask(host, '/healthz')).body)).toMatchObject({ status: 'alive' })
    expect((await ask(host, '/')).body).toContain('<div id="root"')
    expect(await readStreamBegin(host)).toMatch(/^event: hello\n/)
  })

  test('K the commands of the guide run in the pods', async () => {
    await kubectl('exec', 'deploy/clutch-web', ...operator, 'op', 'add', admin)
    const link = await kubectl('exec', 'deploy/clutch-web', ...operator, 'op', 'link', admin)
    expect(link).toContain('https://cs.example.org/auth/link#token=')
    await vi.waitFor(async () => {
      const hosts = await kubectl('exec', 'deploy/clutch-web', ...operator, 'host', 'list')
      expect(hosts).toMatch(/^home +kubernetes +\["ap-shanghai"\]/m)
    }, waiting)
  })

  test('K a container has no rights, its user, and only the folders it needs to write', async () => {
    const script =
      'id -u; grep -E "CapEff|NoNewPrivs|Seccomp:" /proc/self/status; for d in /clutch /usr /data /tmp /files; do touch $d/probe 2>/dev/null && echo $d && rm $d/probe; done; true'
    const printed = await kubectl('exec', 'deploy/clutch-web', '--', 'sh', '-c', script)
    expect(printed.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      '1000',
      'CapEff: 0000000000000000',
      'NoNewPrivs: 1',
      'Seccomp: 2',
      '/data',
      '/tmp',
      '/files',
      '',
    ])
    const tokens = ['web', 'worker', 'poller'].map((role) =>
      kubectl(
        'exec',
        `deploy/clutch-${role}`,
        '--',
        'sh',
        '-c',
        'ls /var/run/secrets/kubernetes.io/serviceaccount || true',
      ),
    )
    expect((await Promise.all(tokens)).map((names) => names.includes('token'))).toEqual([false, true, false])
  })

  test('K a rented server is started by a worker, is `Guaranteed`, and answers on its host port', async () => {
    const context = await createTestContext({
      database,
      clock: new TestClock(new Date().toISOString()),
      keys: new KeyRing(secretKey),
    })
    const { id, number } = await createTestRental(context)
    const read = () =>
      database.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await read()).state).toBe('running'), waiting)
    const name = `prac-${number.slice(3)}-g1`
    const pod = await core.readNamespacedPod({ name, namespace: gamesNamespace })
    expect(pod.status?.qosClass).toBe('Guaranteed')
    const port = pod.spec?.containers[0]?.ports?.[0]?.hostPort ?? 0
    const query = createQueryDriver()
    const address = cluster.nodes[0]?.address ?? ''
    const { nameAt } = simulatedGame(query, address)
    await expect.poll(() => nameAt(port), waiting).toEqual(expect.any(String))
    query.close()
    await database
      .updateTable('rentals')
      .set({ expires_at: new Date(0), due_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await vi.waitFor(
      async () =>
        await expect(core.readNamespacedPod({ name, namespace: gamesNamespace })).rejects.toThrow('404'),
      waiting,
    )
  })

  test('K the policies let in what the portal serves, and a game reaches the internet alone', async () => {
    const bridge = `clk${process.pid.toString(36)}`
    for (const address of [internet, metadata])
      spawnSync('ip', ['address', 'add', `${address}/32`, 'dev', bridge])
    const closes = await Promise.all([
      listenAt(internet, 8_000),
      listenAt(metadata, 80),
      listenAt(cluster.gateway, 53),
    ])
    ends.push(...closes)
    const [web, worker] = [await findPod('web'), await findPod('worker')].map(
      ({ status }) => status?.podIP ?? '',
    )
    const game = { 'clutch.part': 'game' }
    const visitor = await startProbe(cluster, 'default', { name: 'visitor', ports: [8_000] })
    const player = await startProbe(cluster, gamesNamespace, {
      name: 'game-1',
      labels: game,
      ports: [27_200, 8_000],
    })
    const other = await startProbe(cluster, gamesNamespace, {
      name: 'game-2',
      labels: game,
      ports: [27_201],
    })
    const [node] = cluster.nodes
    const expectReached = (namespace: string, from: string, targets: Record<string, [string, boolean]>) => {
      const addresses = Object.fromEntries(
        Object.entries(targets).map(([name, [address]]) => [name, address]),
      )
      const expected = Object.fromEntries(
        Object.entries(targets).map(([name, [, isReached]]) => [name, isReached]),
      )
      return vi.waitFor(
        async () => expect(await findReached(cluster, namespace, from, addresses)).toEqual(expected),
        waiting,
      )
    }
    await expectReached('default', 'pod/visitor', {
      'the page': [`${web}:8080`, true],
      'metrics of a worker': [`${worker}:9464`, true],
      'the port of a worker': [`${worker}:8080`, false],
      'the port of a game': [`${player}:27200`, true],
      'another port of a game': [`${player}:8000`, false],
    })
    await expectReached(gamesNamespace, 'pod/game-1', {
      'the internet': [`${internet}:8000`, true],
      DNS: [`${cluster.gateway}:53`, true],
      'the metadata of a cloud': [`${metadata}:80`, false],
      'another game': [`${other}:27201`, false],
      'the portal': [`${web}:8080`, false],
      'a pod without policies': [`${visitor}:8000`, false],
      'the API of the cluster': ['10.96.0.1:443', false],
      'its node': [`${node?.address}:10250`, false],
      'a machine beside the nodes': [cluster.url.slice('https://'.length), false],
    })
    const agent = 'daemonset/clutch-node-agent-games'
    await expectReached(gamesNamespace, agent, {
      'the internet': [`${internet}:8000`, false],
      'the API of the cluster': ['10.96.0.1:443', false],
    })
  })

  test.skipIf(!canStartTraefik())(
    'K page, API and stream are served by an Ingress and a Gateway',
    async () => {
      const { ingressClass, ingress, gatewayName, gateway } = await startTraefik(cluster, portalNamespace)
      const values = buildValues({
        ingress: { enabled: true, className: ingressClass },
        gateway: { enabled: true, parentRefs: [{ name: gatewayName }] },
      })
      await runHelm(cluster, ['upgrade', 'clutch', '--wait', '--timeout', '15m'], values)
      for (const host of [ingress, gateway]) {
        await vi.waitFor(async () => expect((await ask(host, '/healthz')).status).toBe(200), waiting)
        expect((await ask(host, '/')).body).toContain('<div id="root"')
        expect(await readStreamBegin(host)).toMatch(/^event: hello\n/)
      }
    },
  )

  test('K a process that is killed is started again while the Service answers', async () => {
    const host = await serviceAddress()
    const pod = await findPod('web')
    const name = pod.metadata?.name ?? ''
    killPortal(name)
    await vi.waitFor(async () => expect((await ask(host, '/healthz')).status).toBe(200), waiting)
    await vi.waitFor(async () => {
      const { status } = await core.readNamespacedPod({ name, namespace: portalNamespace })
      expect(status?.containerStatuses?.[0]).toMatchObject({
        restartCount: 1,
        ready: true,
        // A signal: it did not end by itself.
        lastState: { terminated: { exitCode: 137 } },
      })
    }, waiting)
  })

  test('K an upgrade loses no request and no change of an operator, a rollback brings the settings back', async () => {
    const host = await serviceAddress()
    const rights = ['--rights-content', 'change', '--for', '1d']
    const added = ['token', 'add', '--name', 'upgrade', '--service', 'true', ...rights]
    const token = (await kubectl('exec', 'deploy/clutch-web', ...operator, ...added)).trim()
    const failed: string[] = []
    const counts = { '/healthz': 0, '/api/servers': 0, '/api/operator/announcements': 0 }
    const stop = new AbortController()
    const keepAsking = async (path: keyof typeof counts, everyMs: number, body?: object) => {
      while (!stop.signal.aborted) {
        await ask(host, path, body && { token, body }).then(
          ({ status }) => status === 200 || failed.push(`${path}: ${status}`),
          (error: unknown) => failed.push(`${path}: ${String(error)}`),
        )
        counts[path] += 1
        await delay(everyMs)
      }
    }
    const asking = Promise.all([
      keepAsking('/healthz', 50),
      keepAsking('/api/servers', 50),
      // A token has 600 requests a minute.
      keepAsking('/api/operator/announcements', 500, { text: { en: 'Upgrade', zh: '' } }),
    ])
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-public' } } }]
    const own = [{ ipBlock: { cidr: `${cluster.gateway}/32` } }]
    const values = buildValues({ networkPolicy: { from: [...from, ...own] } }) as { settings: object }
    await runHelm(cluster, ['upgrade', 'clutch', '--wait', '--timeout', '15m'], {
      ...values,
      settings: { ...values.settings, CLUTCH_RAW_LOG_DAYS: '30' },
    })
    const readSetting = () =>
      kubectl('exec', 'deploy/clutch-web', '--', 'printenv', 'CLUTCH_RAW_LOG_DAYS').catch(() => '')
    expect(await readSetting()).toBe('30\n')
    const web = (await findPod('web')).status?.podIP ?? ''
    await startProbe(cluster, 'kube-public', { name: 'proxy' })
    const reach = async (namespace: string, pod: string) =>
      (await findReached(cluster, namespace, pod, { web: `${web}:8080` }))['web']
    await vi.waitFor(async () => {
      expect([await reach('kube-public', 'pod/proxy'), await reach('default', 'pod/visitor')]).toEqual([
        true,
        false,
      ])
    }, waiting)
    await runHelm(cluster, ['rollback', 'clutch', '1', '--wait', '--timeout', '15m'])
    await awaitRollout()
    expect(await readSetting()).toBe('')
    stop.abort()
    await asking
    expect({ failed }).toEqual({ failed: [] })
    expect(counts['/healthz']).toBeGreaterThan(100)
    expect(counts['/api/servers']).toBeGreaterThan(100)
    const { kept } = await database
      .selectFrom('announcements')
      .select(({ fn }) => fn.countAll<string>().as('kept'))
      .executeTakeFirstOrThrow()
    expect([Number(kept) > 10, Number(kept)]).toEqual([true, counts['/api/operator/announcements']])
  })

  test('K a backup is restored by the commands of the guide', async () => {
    const exec = (...words: string[]) => kubectl('exec', 'deploy/clutch-web', ...operator, ...words)
    await exec('backup', 'run')
    const name = await vi.waitFor(async () => {
      const [, found] = /^backup +done .* (clutch-\S+)/m.exec(await exec('backup', 'list')) ?? []
      if (found === undefined) throw new Error('no backup yet')
      return found
    }, waiting)
    await exec('op', 'add', '76561197960287931')
    const none = '--set=web.replicas=0,worker.replicas=0,poller.replicas=0'
    await runHelm(cluster, ['upgrade', 'clutch', none, '--timeout', '15m'], buildValues())
    await kubectl(
      'wait',
      '--for=delete',
      'pod',
      '-l',
      'app.kubernetes.io/component in (web,worker,poller)',
      '--timeout=5m',
    )
    const set = `--set=restore.file=${name},restore.replace=true`
    // Helm without a cluster knows the version that it was built with.
    const job = ['template', 'clutch', '-s', 'templates/restore.yaml', '--kube-version', '1.36.3', set]
    const manifest = await runHelm(cluster, job, buildValues())
    const [code, , errors] = await runAdmin(
      cluster,
      ['kubectl', '-n', portalNamespace, 'apply', '-f', '-'],
      manifest,
    )
    expect([code, errors]).toEqual([0, ''])
    await kubectl('wait', '--for=condition=complete', 'job/clutch-restore', '--timeout=5m')
    expect(await kubectl('logs', 'job/clutch-restore')).toContain('Restored the portal')
    await kubectl('delete', 'job/clutch-restore')
    await runHelm(cluster, ['upgrade', 'clutch', '--timeout', '15m'], buildValues())
    await awaitRollout()
    const operators = await exec('op', 'list')
    expect([operators.includes(admin), operators.includes('76561197960287931')]).toEqual([true, false])
  })
})
