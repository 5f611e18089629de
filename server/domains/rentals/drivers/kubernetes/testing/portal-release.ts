import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CoreV1Api } from '@kubernetes/client-node'
import { peerFolder, peerPath } from '@clutch/tools/testing/peers.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import type { NodeCluster } from './node-cluster.ts'
import { gameImage, portalImage, updateImage } from './node-images.ts'

const chart = join(import.meta.dirname, '../../../../../../deploy/helm/clutch')
const filesPath = '/var/lib/clutch/files'

/** The namespace of the portal in docs/kubernetes.md, and one for its games. */
export const portalNamespace = 'clutch'
export const gamesNamespace = 'games'

/** Values as docs/kubernetes.md has them; requests are small, so that all fits on one node of two cores. */
export function buildValues(more: object = {}): object {
  const resources = (memory: string) => ({ requests: { cpu: '20m', memory: '128Mi' }, limits: { memory } })
  return {
    image: { repository: portalImage.split(':')[0], tag: portalImage.split(':')[1] },
    publicUrl: 'https://cs.example.org',
    trustProxy: '10.42.0.0/16',
    secrets: {
      CLUTCH_SECRET_KEY: { name: 'clutch', key: 'secret-key' },
      DATABASE_URL: { name: 'clutch-db-app', key: 'uri' },
    },
    files: { storageClass: 'shared', size: '1Gi' },
    web: { resources: resources('1Gi') },
    worker: { resources: resources('1Gi') },
    poller: { resources: resources('512Mi') },
    migrations: { resources: resources('512Mi') },
    rentals: {
      namespaces: [gamesNamespace],
      pools: [
        {
          name: 'games',
          namespace: gamesNamespace,
          nodes: { 'clutch.pool': 'games' },
          gameImage,
          installs: { image: updateImage, build: 'newest' },
        },
      ],
    },
    settings: {
      MAIL_FROM: 'portal@example.org',
      CLUTCH_RENTAL_DRIVER: 'kubernetes',
      CLUTCH_KUBERNETES_CLUSTERS: JSON.stringify([
        {
          name: 'home',
          regions: ['ap-shanghai'],
          namespace: gamesNamespace,
          nodes: { 'clutch.pool': 'games' },
          ports: '27200-28199',
        },
      ]),
      CLUTCH_KUBERNETES_MOUNTS: '["/srv/cs2:/srv/cs2:ro","/opt/steamcmd:/opt/steamcmd:ro"]',
      CLUTCH_KUBERNETES_MEMORY_MB: '256',
      CLUTCH_KUBERNETES_CPUS: '0.5',
      CLUTCH_GAME_INSTALL: '/srv/cs2/current',
      CLUTCH_GAME_COMMAND:
        '["/game/start.sh","run","--install","/srv/cs2/current","--folder","{folder}","--host","{host}","--port","{port}"]',
    },
    ...more,
  }
}

/** Creates what the chart expects: namespaces, a volume of all nodes, and the secrets. `databaseUrl` is reached by pods. */
export async function prepareRelease(
  cluster: NodeCluster,
  databaseUrl: string,
  secretKey: string,
): Promise<void> {
  const core = cluster.config.makeApiClient(CoreV1Api)
  const createNamespace = (name: string, level: string) =>
    core.createNamespace({
      body: { metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': level } } },
    })
  await createNamespace(portalNamespace, 'restricted')
  await createNamespace(gamesNamespace, 'privileged')
  for (const { disk } of cluster.nodes) {
    mkdirSync(join(disk, filesPath), { recursive: true })
    chownSync(join(disk, filesPath), 0, 1000)
    spawnSync('chmod', ['2775', join(disk, filesPath)])
  }
  await core.createPersistentVolume({
    body: {
      metadata: { name: 'files' },
      spec: {
        storageClassName: 'shared',
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        hostPath: { path: filesPath },
      },
    },
  })
  const createSecret = (name: string, stringData: Record<string, string>) =>
    core.createNamespacedSecret({ namespace: portalNamespace, body: { metadata: { name }, stringData } })
  await createSecret('clutch', { 'secret-key': secretKey })
  await createSecret('clutch-db-app', { uri: databaseUrl })
}

/** Runs a program as an administrator does; returns its exit code, its output and its errors. */
export async function runAdmin(
  cluster: NodeCluster,
  words: readonly string[],
  input?: string,
): Promise<[number, string, string]> {
  const [program = '', ...rest] = words
  const path = `${join(peerFolder, 'kubernetes/bin')}:${peerPath}`
  const env = { ...process.env, PATH: path, KUBECONFIG: join(cluster.folder, 'kubeconfig') }
  const child = spawn(program, rest, { env })
  child.stdin.end(input ?? '')
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return [code, output, errors]
}

/** Runs Helm with these values; throws with its errors. */
export async function runHelm(
  cluster: NodeCluster,
  words: readonly string[],
  values?: object,
): Promise<string> {
  const files = values === undefined ? [] : [chart, '--values', '-']
  const all = ['helm', ...words, ...files, '--namespace', portalNamespace]
  const [code, output, errors] = await runAdmin(cluster, all, values && JSON.stringify(values))
  if (code !== 0) throw new Error(errors)
  return output
}

/** Asks a Service by its address, as a proxy in front of the portal does, or such a proxy (`address:port`); with `added` it sends that by POST, as the bearer of a token. */
export async function ask(
  host: string,
  path: string,
  added?: { token: string; body: object },
): Promise<{ status: number; body: string }> {
  const json = { authorization: `Bearer ${added?.token}`, 'content-type': 'application/json' }
  const sent = request(`http://${host}${path}`, {
    method: added ? 'POST' : 'GET',
    headers: { host: 'cs.example.org', ...(added && json) },
    agent: false,
    timeout: 10_000,
  })
  sent.on('timeout', () => sent.destroy(new Error(`no answer of ${path}`)))
  sent.end(added && JSON.stringify(added.body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

/** The first event of the stream of servers. */
export async function readStreamBegin(host: string): Promise<string> {
  const sent = request(`http://${host}/api/servers/stream`, {
    headers: { host: 'cs.example.org' },
    agent: false,
  })
  sent.end()
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const [chunk] = (await once(response, 'data')) as [Buffer]
    return chunk.toString('utf8')
  } finally {
    sent.destroy()
  }
}

/** Kills the process of the portal in a pod, from outside: as process 1 of its namespace it gets no SIGKILL from within. */
export function killPortal(pod: string): void {
  const [pid, ...others] = readdirSync('/proc').filter((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')
      return words[1] === 'server/main.js' && environment.includes(`HOSTNAME=${pod}`)
    } catch {
      return false
    }
  })
  if (pid === undefined || others.length > 0) throw new Error(`not one process of ${pod}`)
  process.kill(Number(pid), 'SIGKILL')
}

/** Lets pods reach the PostgreSQL of this run at an address of this machine. */
export async function openDatabaseDoor(host: string): Promise<{ port: number; close: () => Promise<void> }> {
  const cluster = await getTestCluster()
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(join(cluster.host, `.s.PGSQL.${cluster.port}`))
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { port, close }
}
