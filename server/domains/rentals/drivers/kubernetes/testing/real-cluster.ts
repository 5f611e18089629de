import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { KubeConfig, type KubernetesObject, KubernetesObjectApi, loadAllYaml } from '@kubernetes/client-node'
import { vi } from 'vitest'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import type { RealCluster } from './kubernetes-cluster.ts'

const bin = join(process.env['CLUTCH_PEERS'] ?? join(homedir(), '.cache/clutch-peers'), 'kubernetes/bin')
const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
/** Of the addresses of Services. */
export const serviceRange = '10.96.0.0/16'
const manifests = join(import.meta.dirname, '../../../../../../deploy/kubernetes')

/** Whether etcd is installed, and Kubernetes was built by tools/peers/build-kubernetes.sh. */
export function canStartRealCluster(): boolean {
  return programs.every((program) => existsSync(join(bin, program))) && hasPeerProgram('etcd')
}

/** A real cluster that runs, for what is installed in it. */
export interface RunningCluster extends RealCluster {
  /** Removed with the cluster. */
  folder: string
  /** Starts a program that ends with the cluster; with `root`, in that folder as its file system. */
  run: Run
  /** Writes a kubeconfig of an account in `accounts`, and returns its path. */
  writeAccountConfig: (account: string) => Promise<string>
  /** Creates objects with the rights of an administrator. */
  create: (objects: readonly KubernetesObject[]) => Promise<void>
  stop: () => Promise<void>
}

/** Where nodes with a kubelet reach the API server, and their tokens by name. */
export interface NodeAccess {
  address: string
  tokens: ReadonlyMap<string, string>
}

/**
 * Starts etcd, the API server, the controllers and the scheduler, and applies `deploy/kubernetes/games.yaml`: the driver has no more rights
 * than those of its account there. `accounts` get tokens, as `namespace:name`. With `nodes` pods get the tokens of their accounts.
 */
export async function startRealCluster(
  accounts: readonly string[] = [],
  nodes?: NodeAccess,
): Promise<RunningCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-real-kubernetes-'))
  const children: ChildProcess[] = []
  const run: Run = (program, flags, environment = {}, root = '') => {
    const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
    const log = openSync(join(folder, `${program.split('/').at(-1)}.log`), 'a')
    const env = { ...process.env, ...environment }
    const [command, ...start] = root === '' ? [program] : ['chroot', root, program]
    children.push(spawn(command, [...start, ...words], { stdio: ['ignore', log, log], env }))
  }
  const stop = async () => {
    for (const child of children.toReversed()) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const tokens = new Map(accounts.map((account) => [account, randomUUID()]))
    const cluster = await startControlPlane(folder, run, tokens, nodes)
    const api = KubernetesObjectApi.makeApiClient(toKubeConfig(cluster))
    const create = async (objects: readonly KubernetesObject[]) => {
      for (const object of objects) await api.create(object)
    }
    await create(readManifest('games.yaml'))
    const writeAccountConfig = async (account: string) => {
      const path = join(folder, `${account.replace(':', '-')}.kubeconfig`)
      const config = toKubeConfig({ ...cluster, token: tokens.get(account) ?? '' })
      await writeFile(path, config.exportConfig(), { mode: 0o600 })
      return path
    }
    return { ...cluster, folder, run, writeAccountConfig, create, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Run = (
  program: string,
  flags: Record<string, string>,
  environment?: Record<string, string>,
  root?: string,
) => void

/** The objects of a file in `deploy/kubernetes`. */
export function readManifest(name: string): KubernetesObject[] {
  return loadAllYaml(readFileSync(join(manifests, name), 'utf8'))
}

async function startControlPlane(
  folder: string,
  run: Run,
  accounts: ReadonlyMap<string, string>,
  nodes?: NodeAccess,
): Promise<RealCluster> {
  const [etcd, peer, port, controllers, scheduler] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()))
  const { token, portalToken, tokens } = await writeTokens(folder, accounts, nodes)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = join(folder, 'accounts.key')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const etcdUrl = `http://127.0.0.1:${etcd}`
  const peerUrl = `http://127.0.0.1:${peer}`
  run('etcd', {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': etcdUrl,
    'advertise-client-urls': etcdUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
    'unsafe-no-fsync': 'true',
  })
  const certificates = join(folder, 'certificates')
  const address = nodes?.address ?? '127.0.0.1'
  run(join(bin, 'kube-apiserver'), {
    'etcd-servers': etcdUrl,
    'bind-address': address,
    'secure-port': String(port),
    'cert-dir': certificates,
    'authorization-mode': 'Node,RBAC',
    'token-auth-file': tokens,
    'service-account-issuer': 'https://clutch.test',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    'service-cluster-ip-range': serviceRange,
    'kubelet-preferred-address-types': 'InternalIP',
    ...(nodes
      ? { 'advertise-address': address }
      : { 'endpoint-reconciler-type': 'none', 'disable-admission-plugins': 'ServiceAccount' }),
  })
  const url = `https://${address}:${port}`
  const ca = await waitUntilReady(url, token, join(certificates, 'apiserver.crt'))
  const cluster = { url, token, portalToken, ca }
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, toKubeConfig(cluster).exportConfig(), { mode: 0o600 })
  const common = { kubeconfig, 'bind-address': '127.0.0.1', 'leader-elect': 'false' }
  run(join(bin, 'kube-controller-manager'), {
    ...common,
    'secure-port': String(controllers),
    ...(nodes && {
      'service-account-private-key-file': key,
      'root-ca-file': join(certificates, 'apiserver.crt'),
    }),
  })
  run(join(bin, 'kube-scheduler'), { ...common, 'secure-port': String(scheduler) })
  return cluster
}

/** Writes who has which token: an administrator, the portal, `accounts` and nodes. */
async function writeTokens(folder: string, accounts: ReadonlyMap<string, string>, nodes?: NodeAccess) {
  const [token, portalToken] = [randomUUID(), randomUUID()]
  const account = 'system:serviceaccount:clutch-games:clutch-portal'
  const tokens = join(folder, 'tokens.csv')
  const lines = [
    `${token},admin,1,system:masters`,
    `${portalToken},${account},2,`,
    ...[...accounts].map(([name, of], index) => `${of},system:serviceaccount:${name},${index + 3},`),
    ...[...(nodes?.tokens ?? [])].map(([name, of]) => `${of},system:node:${name},node-${name},system:nodes`),
  ]
  await writeFile(tokens, `${lines.join('\n')}\n`, { mode: 0o600 })
  return { token, portalToken, tokens }
}

/** Returns the certificate that the API server made for itself. */
async function waitUntilReady(url: string, token: string, certificate: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const ca = await readFile(certificate, 'utf8')
      const config = toKubeConfig({ url, token, portalToken: token, ca })
      await KubernetesObjectApi.makeApiClient(config).read({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'default' },
      })
      return ca
    },
    { timeout: 90_000, interval: 500 },
  )
}

function toKubeConfig({ url, token, ca }: RealCluster): KubeConfig {
  const config = new KubeConfig()
  const caData = Buffer.from(ca).toString('base64')
  config.loadFromClusterAndUser(
    { name: 'real', server: url, caData, skipTLSVerify: false },
    { name: 'admin', token },
  )
  return config
}
