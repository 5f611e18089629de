import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { KubeConfig, KubernetesObjectApi, loadAllYaml } from '@kubernetes/client-node'
import { vi } from 'vitest'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import type { RealCluster } from './kubernetes-cluster.ts'

const bin = join(process.env['CLUTCH_PEERS'] ?? join(homedir(), '.cache/clutch-peers'), 'kubernetes/bin')
const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
const manifests = join(import.meta.dirname, '../../../../../../deploy/kubernetes/games.yaml')

/** Whether etcd is installed, and Kubernetes was built by tools/peers/build-kubernetes.sh. */
export function canStartRealCluster(): boolean {
  return programs.every((program) => existsSync(join(bin, program))) && hasPeerProgram('etcd')
}

/**
 * Starts etcd, the API server, the controllers and the scheduler, and applies `deploy/kubernetes/games.yaml`: the driver has no more rights
 * than those of its account there.
 */
export async function startRealCluster(): Promise<RealCluster & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-real-kubernetes-'))
  const children: ChildProcess[] = []
  const run = (program: string, flags: Record<string, string>) => {
    const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
    const log = openSync(join(folder, `${program.split('/').at(-1)}.log`), 'a')
    children.push(spawn(program, words, { stdio: ['ignore', log, log] }))
  }
  const stop = async () => {
    for (const child of children.toReversed()) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const cluster = await startControlPlane(folder, run)
    await applyManifests(cluster)
    return { ...cluster, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Run = (program: string, flags: Record<string, string>) => void

async function startControlPlane(folder: string, run: Run): Promise<RealCluster> {
  const [etcd, peer, port, controllers, scheduler] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()))
  const [token, portalToken] = [randomUUID(), randomUUID()]
  const account = 'system:serviceaccount:clutch-games:clutch-portal'
  const tokens = join(folder, 'tokens.csv')
  await writeFile(tokens, `${token},admin,1,system:masters\n${portalToken},${account},2,\n`, { mode: 0o600 })
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
  run(join(bin, 'kube-apiserver'), {
    'etcd-servers': etcdUrl,
    'bind-address': '127.0.0.1',
    'secure-port': String(port),
    'cert-dir': certificates,
    'authorization-mode': 'RBAC',
    'token-auth-file': tokens,
    'service-account-issuer': 'https://clutch.test',
    'service-account-key-file': key,
    'service-account-signing-key-file': key,
    'service-cluster-ip-range': '10.0.0.0/24',
    'endpoint-reconciler-type': 'none',
    'disable-admission-plugins': 'ServiceAccount',
    'kubelet-preferred-address-types': 'InternalIP',
  })
  const url = `https://127.0.0.1:${port}`
  const ca = await waitUntilReady(url, token, join(certificates, 'apiserver.crt'))
  const cluster = { url, token, portalToken, ca }
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, toKubeConfig(cluster).exportConfig(), { mode: 0o600 })
  const common = { kubeconfig, 'bind-address': '127.0.0.1', 'leader-elect': 'false' }
  run(join(bin, 'kube-controller-manager'), { ...common, 'secure-port': String(controllers) })
  run(join(bin, 'kube-scheduler'), { ...common, 'secure-port': String(scheduler) })
  return cluster
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

async function applyManifests(cluster: RealCluster): Promise<void> {
  const api = KubernetesObjectApi.makeApiClient(toKubeConfig(cluster))
  for (const object of loadAllYaml(readFileSync(manifests, 'utf8'))) await api.create(object)
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
