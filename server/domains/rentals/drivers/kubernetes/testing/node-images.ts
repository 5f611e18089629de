import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { peerFolder } from '@clutch/tools/testing/peers.ts'

const repository = join(import.meta.dirname, '../../../../../..')
const peers = join(peerFolder, 'node')
const store = join(peers, 'images')
/** What the FROM lines of `deploy/` name, which no registry is asked for here. */
const bases = [
  'docker.io/library/node:24-slim',
  'registry.gitlab.steamos.cloud/steamrt/sniper/platform:latest-public-beta',
]

export const portalImage = 'clutch.test/portal:1'
export const gameImage = 'clutch.test/game:1'
export const updateImage = 'clutch.test/game-update:1'

/** The Dockerfiles of the images, and what they are built from. */
const dockerfiles = {
  [portalImage]: { file: 'deploy/Dockerfile', context: repository },
  [gameImage]: { file: 'deploy/game/Dockerfile', context: repository },
  [updateImage]: { file: 'deploy/game/update.Dockerfile', context: repository },
}

/**
 * Builds images by the Dockerfiles of `deploy/`, on a base that tools/peers/build-node.sh made, and returns archives that a node takes. The layers
 * of the packages stay for the next run; `folder` holds the archives.
 */
export function buildImages(names: readonly (keyof typeof dockerfiles)[], folder: string): string[] {
  for (const base of bases) if (!hasImage(base)) podman('import', '--quiet', join(peers, 'base.tar'), base)
  return [
    ...names.map((name) => buildImage(name, folder)),
    buildProgramImage('clutch.test/pause:1', join(peers, 'bin/pause'), folder),
  ]
}

function buildImage(name: keyof typeof dockerfiles, folder: string): string {
  const { file, context } = dockerfiles[name]
  build(name, [
    '--file',
    join(repository, file),
    '--ignorefile',
    join(repository, 'deploy/Dockerfile.dockerignore'),
    context,
  ])
  return save(name, folder)
}

/** Builds an image of one static program, which it starts, and returns its archive. */
export function buildProgramImage(name: string, program: string, folder: string): string {
  const context = mkdtempSync(join(tmpdir(), 'clutch-program-'))
  try {
    const lines = ['FROM scratch', 'COPY program /program', 'USER 1000', 'ENTRYPOINT ["/program"]', '']
    writeFileSync(join(context, 'Dockerfile'), lines.join('\n'))
    copyFileSync(program, join(context, 'program'))
    build(name, [context])
  } finally {
    rmSync(context, { recursive: true })
  }
  return save(name, folder)
}

/** The settings of npm and the authorities of this machine reach the build, and no image. */
function build(name: string, words: readonly string[]): void {
  const flags = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--layers', '--tag', name]
  podman('build', ...flags, ...writeNpmSettings(), ...words)
}

function writeNpmSettings(): string[] {
  const own = join(homedir(), '.npmrc')
  const settings = existsSync(own) ? [readFileSync(own, 'utf8')] : []
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined) settings.push('cafile=/root/authorities.pem')
  const path = join(store, 'npmrc')
  writeFileSync(path, `${settings.join('\n')}\n`, { mode: 0o600 })
  return [
    `--volume=${path}:/root/.npmrc:ro`,
    ...(authorities === undefined ? [] : [`--volume=${authorities}:/root/authorities.pem:ro`]),
  ]
}

function save(name: string, folder: string): string {
  const archive = join(folder, `${name.replaceAll(/[^a-z]+/g, '-')}.tar`)
  rmSync(archive, { force: true })
  podman('save', '--quiet', '--format', 'docker-archive', '--output', archive, name)
  return archive
}

function hasImage(name: string): boolean {
  return runPodman('image', 'exists', name).status === 0
}

function podman(...words: string[]): void {
  const { status, stdout, stderr } = runPodman(...words)
  if (status !== 0) throw new Error(`podman ${words[0]}: ${stdout.slice(-2_000)}${stderr.slice(-4_000)}`)
}

function runPodman(...words: string[]) {
  const { args, env } = describePodmanCall(...words)
  return spawnSync('podman', args, { env, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** Arguments and environment by which `podman` works on these images. */
export function describePodmanCall(...words: string[]): { args: string[]; env: NodeJS.ProcessEnv } {
  const folders = ['root', 'runroot', 'tmpdir'].flatMap((name) => [`--${name}`, join(store, name)])
  mkdirSync(store, { recursive: true })
  const config = join(store, 'containers.conf')
  writeFileSync(
    config,
    '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\nlock_type = "file"\n[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n',
  )
  const env = { ...process.env, CONTAINERS_CONF: config }
  return { args: [...folders, '--storage-driver', 'overlay', ...words], env }
}
