import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'

/** Podman's service of Docker's API, with everything of its own in a folder that is removed at the end. */
export interface Podman {
  /** `unix://…` */
  url: string
  image: string
  /** The mounts by which the image has programs and this repository, each where the machine has it. */
  mounts: string[]
  /** The service does not answer until it resumes. */
  hang(): Promise<void>
  goOn(): void
  /** Removes every container, ends the service and leaves nothing behind. */
  stop(): Promise<void>
}

const image = 'localhost/clutch-test:1'
export const repository = resolve(import.meta.dirname, '../../../../../..')
const ipForwardPath = '/proc/sys/net/ipv4/ip_forward'

/** `CLUTCH_DOCKER_INIT` for an engine that has no init where catatonit is not installed. */
export const podmanInit = ['/usr/libexec/podman/catatonit', '/usr/bin/catatonit'].some((path) =>
  existsSync(path),
)
  ? '1'
  : '0'

/** The project's own host. */
export const nodePath = join(repository, 'node_modules/node/bin/node')

/** Whether a real engine can be started here; says so where it cannot. */
export function canStartPodman(): boolean {
  const isHere = hasPeerProgram('podman') && hasPeerProgram('runc')
  if (isHere && process.getuid?.() !== 0) process.stderr.write('skipped: podman is tried as root only\n')
  return isHere && process.getuid?.() === 0
}

/** Starts the service: a real engine without a network, separate from an installed one. */
export async function startPodman(): Promise<Podman> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-podman-'))
  const bridge = `clt${process.pid.toString(36)}`
  const wasForwarding = readFileSync(ipForwardPath, 'utf8')
  writePodmanConfig(folder, bridge)
  const flags = ['root', 'runroot', 'tmpdir'].flatMap((name) => [`--${name}`, join(folder, name)])
  const words = [...flags, '--storage-driver', 'vfs']
  const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf'), HOME: folder }
  const run = (...more: string[]) => {
    const { status, stderr } = spawnSync('podman', [...words, ...more], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`podman ${more[0]}: ${stderr}`)
  }
  const socket = join(folder, 'podman.sock')
  const service = spawn('podman', [...words, 'system', 'service', '--time=0', `unix://${socket}`], {
    env,
    stdio: 'ignore',
  })
  const stop = async () => {
    try {
      run('rm', '--all', '--force', '--time=0')
      run('network', 'prune', '--force')
    } finally {
      service.kill('SIGKILL')
      if (service.exitCode === null && service.signalCode === null) await once(service, 'exit')
      spawnSync('ip', ['link', 'delete', bridge])
      removeFirewallRules()
      for (const mount of listMountsBelow(folder)) spawnSync('umount', ['--lazy', mount])
      rmSync(folder, { recursive: true, force: true })
      writeFileSync(ipForwardPath, wasForwarding)
    }
  }
  try {
    run('import', '--quiet', '--change', 'USER game', join(folder, 'image.tar'), image)
    await waitUntilListening(socket)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `unix://${socket}`,
    image,
    mounts: listMounts(),
    hang: async () => {
      service.kill('SIGSTOP')
      while (!isProcessStopped(service.pid)) await wait(5)
    },
    goOn: () => void service.kill('SIGCONT'),
    stop,
  }
}

/** What makes Podman work in a machine without systemd and without the right to raise limits. */
function writePodmanConfig(folder: string, bridge: string): void {
  const networks = join(folder, 'networks')
  mkdirSync(networks)
  const config = `[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[network]
network_backend = "cni"
default_network = "${bridge}"
network_config_dir = "${networks}"
`
  writeFileSync(join(folder, 'containers.conf'), config)
  writeFileSync(join(networks, 'test.conflist'), JSON.stringify(buildNetworkConfig(folder, bridge)))
  const root = join(folder, 'image')
  mkdirSync(join(root, 'etc'), { recursive: true })
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\ngame:x:4711:4712::/clutch:/bin/sh\n')
  spawnSync('tar', ['--directory', root, '--create', '--file', join(folder, 'image.tar'), '.'])
}

/** A separate bridge, with addresses reserved for benchmarks. */
function buildNetworkConfig(folder: string, bridge: string) {
  const subnet = `198.18.${process.pid % 256}.0/24`
  const ipam = {
    type: 'host-local',
    dataDir: join(folder, 'addresses'),
    routes: [{ dst: '0.0.0.0/0' }],
    ranges: [[{ subnet }]],
  }
  return {
    cniVersion: '0.4.0',
    name: bridge,
    plugins: [
      { type: 'bridge', bridge, isGateway: true, hairpinMode: true, ipam },
      { type: 'portmap', capabilities: { portMappings: true } },
      { type: 'tuning' },
    ],
  }
}

/**
 * The machine's own programs, so that the image needs none, and this repository's. Not the repository itself: in a folder that is
 * its owner's alone, as a temporary one is, the game's user would not get through it.
 */
function listMounts(): string[] {
  const system = ['/bin', '/lib', '/lib64', '/usr'].filter((path) => existsSync(path))
  const own = ['package.json', 'node_modules', 'contract', 'gamesim', 'emulators', 'tools']
  const paths = [...system, ...own.map((name) => join(repository, name))]
  return paths.map((path) => `${path}:${path}:ro`)
}

/** The firewall plugin leaves its rules behind for bridges that are gone. */
function removeFirewallRules(): void {
  const { stdout } = spawnSync('iptables', ['--wait', '--list-rules'], { encoding: 'utf8' })
  for (const rule of stdout.split('\n')) {
    const bridge = / (clt[0-9a-f]{6}[0-9a-z]+) /.exec(rule)?.[1]
    if (bridge === undefined || existsSync(`/sys/class/net/${bridge}`)) continue
    const words = [...rule.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    spawnSync('iptables', ['--wait', '--delete', ...words.slice(1)])
  }
}

/** Whether every thread of a process is stopped. */
function isProcessStopped(pid = 0): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.every((thread) => / T /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
}

function listMountsBelow(folder: string): string[] {
  const lines = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  return lines.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`))
}

async function waitUntilListening(path: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) {
    const socket = connect(path)
    const isUp = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isUp) return
  }
  throw new Error('podman did not start its service')
}
