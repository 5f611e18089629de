import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, linkSync, openSync, readFileSync, readdirSync, rmdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { expect, vi } from 'vitest'
import { peerFolder, peerPath } from '@clutch/tools/testing/peers.ts'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { type RunningCluster, canStartRealCluster, serviceRange, startRealCluster } from './real-cluster.ts'

const repository = join(import.meta.dirname, '../../../../../..')
const runNode = join(repository, 'tools/peers/run-node.sh')
const programs = ['iptables', 'ipset', 'ip', 'podman', 'runc']
const cgroups = '/sys/fs/cgroup'
/** The namespaces of a node. */
const namespaces = ['--mount', '--net', '--pid', '--uts', '--fork', '--kill-child']

/** Whether nodes with a kubelet can be started here: as root, with what tools/peers/build-kubernetes.sh and build-node.sh make. */
export function canStartNodes(): boolean {
  const isBuilt = [
    'kubernetes/bin/kubelet',
    'kubernetes/bin/kubectl',
    'node/bin/kube-router',
    'node/base.tar',
  ]
    .map((path) => join(peerFolder, path))
    .every((path) => existsSync(path))
  if (!isBuilt) process.stderr.write('skipped: tools/peers/build-node.sh was not run\n')
  if (!isBuilt || !canStartRealCluster() || !programs.every((program) => hasPeerProgram(program)))
    return false
  if (process.getuid?.() !== 0) process.stderr.write('skipped: nodes are tried as root only\n')
  return process.getuid?.() === 0
}

/** A real node that runs in namespaces of this machine. */
export interface RealNode {
  name: string
  address: string
  /** The range of the addresses of its pods. */
  pods: string
  /** Its disk, as this machine sees it: `/opt`, `/var/lib/clutch` and others. */
  disk: string
  /** Its control groups below each controller. */
  cgroup: string
  /** Runs a program in its network; the caller ends it. */
  spawn: (program: string, ...words: string[]) => ChildProcess
  /** Ends it as a machine whose power goes. */
  kill: () => Promise<void>
}

/** A cluster whose nodes have kubelets and containers. */
export interface NodeCluster extends RunningCluster {
  config: KubeConfig
  /** Of the account that the driver has. */
  portalKubeconfig: string
  nodes: RealNode[]
  /** The address of this machine in the network of the nodes. */
  gateway: string
}

/**
 * Starts a cluster with a node for each name, whose labels are given, with these images (archives of Docker). Waits until each is ready.
 * `accounts` get tokens, as `namespace:name`. `stop` ends all and leaves nothing behind.
 */
export async function startNodeCluster(
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>,
  images: readonly string[],
  accounts: readonly string[] = [],
): Promise<NodeCluster> {
  const bridge = `clk${process.pid.toString(36)}`
  const network = `172.31.${process.pid % 256}`
  const gateway = `${network}.1`
  const names = Object.keys(labels)
  const tokens = new Map(names.map((name) => [name, randomUUID()]))
  ip('link', 'add', bridge, 'type', 'bridge')
  const nodes: RealNode[] = []
  let cluster: RunningCluster | undefined
  let closeNames = () => {}
  const stop = async () => {
    closeNames()
    for (const node of nodes) await node.kill().catch(() => undefined)
    await cluster?.stop()
    // The kernel keeps the network of a node for a while, and with it the interface on this side.
    for (const { name } of nodes) spawnSync('ip', ['link', 'delete', getInterface(bridge, name)])
    ip('link', 'delete', bridge)
    for (const { cgroup } of nodes) await vi.waitFor(() => removeCgroups(cgroup), 30_000)
  }
  try {
    ip('address', 'add', `${gateway}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    closeNames = await startNameServer(gateway)
    cluster = await startRealCluster(accounts, { address: gateway, tokens })
    const config = new KubeConfig()
    config.loadFromFile(join(cluster.folder, 'kubeconfig'))
    for (const [index, name] of names.entries()) {
      const host = { name, address: `${network}.${index + 11}`, pods: `10.244.${index + 1}.0/24` }
      const token = tokens.get(name) ?? ''
      nodes.push(
        await startNode(cluster, { ...host, bridge, gateway, token, labels: labels[name] ?? {}, images }),
      )
      ip('route', 'add', host.pods, 'via', host.address)
    }
    ip('route', 'add', serviceRange, 'via', nodes[0]?.address ?? '')
    await waitUntilReady(config.makeApiClient(CoreV1Api), names)
    await connectPods(nodes)
    const portalKubeconfig = join(cluster.folder, 'portal.kubeconfig')
    await writeFile(portalKubeconfig, buildKubeconfig(cluster, cluster.portalToken), { mode: 0o600 })
    return { ...cluster, config, portalKubeconfig, nodes, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Each node sends to the pods of the others over the bridge. */
async function connectPods(nodes: readonly RealNode[]): Promise<void> {
  for (const node of nodes)
    for (const other of nodes.filter((one) => one !== node))
      expect(await once(node.spawn('ip', 'route', 'add', other.pods, 'via', other.address), 'exit')).toEqual([
        0,
        null,
      ])
}

interface NodeOptions {
  name: string
  address: string
  /** The range of the addresses of its pods. */
  pods: string
  bridge: string
  gateway: string
  token: string
  labels: Readonly<Record<string, string>>
  images: readonly string[]
}

async function startNode(cluster: RunningCluster, options: NodeOptions): Promise<RealNode> {
  const { name, address, pods, bridge, gateway, labels, images } = options
  const folder = join(cluster.folder, name)
  const cgroup = `clutch-${process.pid}-${name}`
  await mkdir(join(folder, 'images'), { recursive: true })
  for (const image of images) linkSync(image, join(folder, 'images', basename(image)))
  await writeFile(join(folder, 'kubeconfig'), buildKubeconfig(cluster, options.token), { mode: 0o600 })
  await writeFile(join(folder, 'network.kubeconfig'), buildKubeconfig(cluster, cluster.token), {
    mode: 0o600,
  })
  await writeFile(join(folder, 'kubelet.yaml'), JSON.stringify(buildKubeletConfig(cgroup, gateway)))
  const words = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  await writeFile(join(folder, 'labels'), words.join(','))
  const log = openSync(join(folder, 'node.log'), 'a')
  const child = spawn('unshare', [...namespaces, runNode, folder, name, address, gateway, pods, cgroup], {
    stdio: ['ignore', log, log],
    env: { ...process.env, PATH: peerPath, CLUTCH_PEERS: peerFolder },
  })
  await addInterface(child, bridge, name)
  return {
    name,
    address,
    pods,
    disk: join(folder, 'disk'),
    cgroup,
    spawn: (program, ...more) => spawn('nsenter', [`--target=${child.pid}`, '--net', program, ...more]),
    kill: async () => {
      // The end of the first process in its namespace is the end of all others, which the parent waits for.
      const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
      process.kill(Number(first), 'SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Joins the network of a node to the bridge, once the node has one. */
async function addInterface({ pid }: ChildProcess, bridge: string, name: string): Promise<void> {
  const own = getInterface(bridge, name)
  await vi.waitFor(() => {
    const isOwn =
      spawnSync('nsenter', [`--target=${pid}`, '--net', 'ip', 'link', 'show', bridge]).status !== 0
    if (!isOwn) throw new Error(`${name} has no network of its own`)
  })
  ip('link', 'add', own, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  ip('link', 'set', own, 'master', bridge, 'up')
}

/** The interface of a node on this machine. */
function getInterface(bridge: string, name: string): string {
  return `${bridge}${name.slice(-2)}`
}

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}

function buildKubeconfig({ url, ca }: Pick<RunningCluster, 'url' | 'ca'>, token: string): string {
  const config = new KubeConfig()
  const caData = Buffer.from(ca).toString('base64')
  config.loadFromClusterAndUser(
    { name: 'real', server: url, caData, skipTLSVerify: false },
    { name: 'node', token },
  )
  return config.exportConfig()
}

function buildKubeletConfig(cgroup: string, nameServer: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${cgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    clusterDNS: [nameServer],
    clusterDomain: 'cluster.local',
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    // The disk is that of the whole machine.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    oomScoreAdj: 0,
  }
}

/** Answers that no name exists: without an answer each look-up of a pod takes 20 s. */
async function startNameServer(address: string): Promise<() => void> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address: from }) => {
    if (question.length < 12) return
    const answer = Buffer.from(question)
    // A response, with the code for a name that does not exist.
    answer.writeUInt16BE(0x8183, 2)
    socket.send(answer, port, from)
  })
  socket.bind(53, address)
  await once(socket, 'listening')
  return () => socket.close()
}

/** Kubernetes marks a new node until its network works. */
async function waitUntilReady(core: CoreV1Api, names: readonly string[]): Promise<void> {
  for (const name of names)
    await vi.waitFor(
      async () => {
        const { spec, status } = await core.readNode({ name })
        const ready = status?.conditions?.find(({ type }) => type === 'Ready')
        expect([spec?.taints ?? [], ready?.status]).toEqual([[], 'True'])
      },
      { timeout: 120_000, interval: 200 },
    )
}

/** Fails while processes that were killed are still in them. */
function removeCgroups(cgroup: string): void {
  for (const controller of readdirSync(cgroups)) {
    const top = join(cgroups, controller, cgroup)
    if (!existsSync(top)) continue
    const inner = readdirSync(top, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    const paths = inner.map(({ parentPath, name }) => join(parentPath, name))
    for (const path of [top, ...paths].toSorted((one, other) => other.length - one.length)) rmdirSync(path)
  }
}
