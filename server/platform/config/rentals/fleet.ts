import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import {
  capacity,
  classes,
  command,
  dockerHosts,
  listHostProblems,
  mounts,
  portsPattern,
  regions,
} from './rental-hosts.ts'
import { kubernetesProblems, kubernetesSettings } from './kubernetes.ts'
import { type SettingDefinition, type SettingValues, integer, list } from '../setting.ts'

/** What runs on a host comes from settings only, never from the database or the page: commands, hosts, images, mounts. */

const ports = z.string().transform((text, context): { first: number; last: number } => {
  const [, first = 0, last = 0] = (portsPattern.exec(text) ?? []).map(Number)
  if (first >= 1024 && first <= last && last <= 65_535) return { first, last }
  context.addIssue({ code: 'custom', message: 'must be two ports like 27200-27399' })
  return z.NEVER
})

const uidsPattern = /^(\d{4,10})-(\d{4,10})$/
const uidMax = 2_147_483_647
const uids = z.string().transform((text, context): { first: number; last: number } => {
  const [, first = 0, last = 0] = (uidsPattern.exec(text) ?? []).map(Number)
  if (first >= 1_000 && first <= last && last <= uidMax) return { first, last }
  context.addIssue({ code: 'custom', message: 'must be two user numbers from 1000 like 200000-200999' })
  return z.NEVER
})

const address = z.string().refine((text) => isIP(text) > 0, 'must be an IP address')

/** Where rented servers run, and as what. */
export const fleetSettings = {
  rentalDriver: {
    variable: 'CLUTCH_RENTAL_DRIVER',
    doc: 'What rented servers are: `process` (programs on this machine), `docker` (containers on the hosts of `CLUTCH_DOCKER_HOSTS`) or `kubernetes` (pods in the clusters of `CLUTCH_KUBERNETES_CLUSTERS`).',
    schema: z.enum(['process', 'docker', 'kubernetes'], 'must be process, docker or kubernetes'),
    default: 'process',
  },
  gameCommand: {
    variable: 'CLUTCH_GAME_COMMAND',
    doc: 'The command of a game server, as JSON. Placeholders: `{port}`, `{tv}` (the port of the game’s TV, `{port}` + 10000), `{index}` (the number of the port in the range, from 0), `{host}` and `{folder}`. The folder holds `cfg/server.cfg`, which the game must run at its start, `cfg/MatchZy/admins.json` and `counterstrikesharp/admins.json`. With docker it runs in the container, where the folder is `/clutch`. Without it rented servers are simulated, which production refuses.',
    schema: command.optional(),
  },
  gameVerifyCommand: {
    variable: 'CLUTCH_GAME_VERIFY_COMMAND',
    doc: 'The command that verifies a game server’s files while it is stopped, as JSON like `CLUTCH_GAME_COMMAND`. Without it a verification is only a restart.',
    schema: command.optional(),
  },
  gameInstall: {
    variable: 'CLUTCH_GAME_INSTALL',
    doc: 'The install that rented servers start from, as their command sees it: `/srv/cs2/current`, or with docker a path in the container. The portal reads its version, and restarts servers that run another one: empty servers at once, others when they are empty or at an operator’s deadline. Without it only operators and owners restart servers.',
    schema: z
      .string()
      .regex(/^\/[^\0]{1,300}$/, 'must be an absolute path')
      .optional(),
  },
  gameUpdateCommand: {
    variable: 'CLUTCH_GAME_UPDATE_COMMAND',
    doc: 'The command that updates the install of a host, as JSON, such as `["npm","--prefix","/opt/clutch/current","run","game-host","--","update","--root","/srv/cs2"]` with its options. The portal runs it when the installed version is outdated, and on an operator’s request; its word `update` is replaced to choose a build, hold, release, or read the state. With docker it runs in a container of its own. Without it install updates are left to the host.',
    schema: command.optional(),
  },
  gameUpdateImage: {
    variable: 'CLUTCH_GAME_UPDATE_IMAGE',
    doc: 'With docker: the image that `CLUTCH_GAME_UPDATE_COMMAND` runs in, where it is another one than `CLUTCH_DOCKER_IMAGE`. The portal never pulls it.',
    schema: z
      .string()
      .regex(/^[\w./:@-]{1,300}$/, 'must be an image')
      .optional(),
  },
  gameUpdateMounts: {
    variable: 'CLUTCH_GAME_UPDATE_MOUNTS',
    doc: 'With docker: the folders of the host that the container of `CLUTCH_GAME_UPDATE_COMMAND` sees, as a JSON list like `["/srv/cs2:/srv/cs2"]`; the image’s user must be allowed to write there.',
    schema: mounts,
    default: '[]',
  },
  gameAdminRcon: {
    variable: 'CLUTCH_GAME_ADMIN_RCON',
    doc: 'Whether the admins of a rented server may run any console command (`css_rcon`), such as reading the RCON password. Without it they have MatchZy’s configuration, maps, practice mode and chat.',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((flag) => flag === '1'),
    default: '0',
  },
  gameProtocol: {
    variable: 'CLUTCH_GAME_PROTOCOL',
    doc: 'How a rented server is asked whether it is ready: `valve` (A2S and RCON), or a game id of gamedig, which is asked without a console.',
    schema: z.string().regex(/^[a-z0-9_]{2,40}$/, 'must be valve or a game id of gamedig'),
    default: 'valve',
  },
  gameUser: {
    variable: 'CLUTCH_GAME_USER',
    doc: 'One user for all rented servers where the portal itself is root: a name, or uid:gid. They can then read the files of each other; `CLUTCH_GAME_UIDS` keeps them apart. Without either, root starts no game in production.',
    schema: z
      .string()
      .regex(/^([a-z_][a-z0-9_-]{0,31}|\d{1,9}:\d{1,9})$/, 'must be a user name or uid:gid')
      .optional(),
  },
  gameUids: {
    variable: 'CLUTCH_GAME_UIDS',
    doc: 'Where the portal is root: the range of user numbers that rented servers of the process driver run as, each with a number and group of its own, so that none can read the files of another. No user of the machine may have one of them, and it must hold at least one per port. Instead of `CLUTCH_GAME_USER`.',
    schema: uids.optional(),
  },
  gameHost: {
    variable: 'CLUTCH_GAME_HOST',
    doc: 'The address of this machine that rented servers of the process driver listen on. The portal queries them at it, or at the loopback address if it is `0.0.0.0` or `::`, which also need `CLUTCH_GAME_PUBLIC_HOST`.',
    schema: address,
    default: '127.0.0.1',
  },
  gamePublicHost: {
    variable: 'CLUTCH_GAME_PUBLIC_HOST',
    doc: 'What players connect to instead, where it is another address or a name.',
    schema: z
      .string()
      .regex(/^[\w.:-]{1,253}$/, 'must be an address or a name')
      .optional(),
    derived: true,
  },
  gamePorts: {
    variable: 'CLUTCH_GAME_PORTS',
    doc: 'The ports of rented servers on this machine (UDP and TCP).',
    schema: ports,
    default: '27200-27399',
  },
  gameRegions: {
    variable: 'CLUTCH_GAME_REGIONS',
    doc: 'The regions that this machine serves with the process driver, comma-separated; `*` is every one: servers of all regions are then in one place.',
    schema: regions,
    default: '*',
  },
  gameCapacity: {
    variable: 'CLUTCH_GAME_CAPACITY',
    doc: 'The most that rented servers of the process driver take from this machine, as JSON like `{"servers":20,"memoryMb":60000,"cpus":14}`. Without a value: one server for each port, the memory of the machine less 1 GB, and all its cores.',
    schema: capacity,
    default: '{}',
  },
  hostClasses: {
    variable: 'CLUTCH_HOST_CLASSES',
    doc: 'What one server of each class gets, as JSON like `{"standard":{"memoryMb":3072,"cpus":2,"reserveCpus":1,"cores":"0-7"},"performance":{"memoryMb":4096,"reserveCpus":2,"cores":"8-15","cpuShares":2048}}`. A relocatable rental is `performance`, any other `standard`; only the classes named here are served. `reserveCpus` and `memoryMb` are counted at placement, `cores` are the processor cores that servers of the class are pinned to. Docker alone has `cpus` (a limit) and `cpuShares`, enforces `memoryMb`, and knows `image`, `command` and `mounts`; the process driver alone has `nice` (0 to 19).',
    schema: classes.optional(),
  },
  gameHostName: {
    variable: 'CLUTCH_GAME_HOST_NAME',
    formerVariable: 'CLUTCH_NODE',
    doc: 'The name of this host, for the process driver: a worker manages only the instances on its own host. Do not change it while instances run here.',
    schema: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be letters, digits, hyphens'),
    default: 'local',
  },
  dockerHosts: {
    variable: 'CLUTCH_DOCKER_HOSTS',
    doc: 'The Docker hosts, as a JSON list: `{"name":"sh-1","regions":["ap-shanghai"],"url":"unix:///var/run/docker.sock","bind":"0.0.0.0","ask":"10.0.0.4","public":"203.0.113.4","ports":"27200-27399","most":40,"subnets":"10.213.0.0/16"}`; for `https://` also `ca`, `cert` and `key` (PEM). Where the host differs: `capacity` (`memoryMb`, `cpus`), `classes` (as `CLUTCH_HOST_CLASSES`, only those named are served), `image`, `command` and `mounts`. `rcon` (`offset`, `ca`, optional `host` and `name`) is a TLS proxy for RCON; the game’s TCP port is then published on 127.0.0.1 only.',
    schema: dockerHosts.optional(),
    secret: true,
  },
  dockerImage: {
    variable: 'CLUTCH_DOCKER_IMAGE',
    doc: 'The image of a game server, best with its digest. The portal never pulls it.',
    schema: z
      .string()
      .regex(/^[\w./:@-]{1,300}$/, 'must be an image')
      .optional(),
  },
  dockerMounts: {
    variable: 'CLUTCH_DOCKER_MOUNTS',
    doc: 'Folders of the host that each container sees, as a JSON list like `["/srv/cs2:/cs2:ro"]`.',
    schema: mounts,
    default: '[]',
  },
  dockerMemoryMb: {
    variable: 'CLUTCH_DOCKER_MEMORY_MB',
    doc: 'The most memory of a container, in MB; 0 sets no limit. It is counted at placement.',
    schema: integer(0, 1_048_576),
    default: '0',
  },
  dockerCpus: {
    variable: 'CLUTCH_DOCKER_CPUS',
    doc: 'The most processor cores of a container, such as `2` or `1.5`; 0 sets no limit.',
    schema: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a number of cores like 2 or 1.5')
      .transform(Number),
    default: '0',
  },
  dockerInit: {
    variable: 'CLUTCH_DOCKER_INIT',
    doc: '`1` runs the small init program of the engine (Docker: docker-init, Podman: catatonit) as the first process of each game container: it reaps the ended child processes of a game that is started without `start.sh`, which does so itself. A missing program is then a server that ends, no longer a host that refuses it.',
    schema: z.enum(['0', '1']).transform((text) => text === '1'),
    default: '0',
  },
  ...kubernetesSettings,
  reportUrl: {
    variable: 'CLUTCH_REPORT_URL',
    doc: 'The address by which registered and rented game servers reach the portal with their events and demos, where they cannot use the public one.',
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s/?#@]+$/, 'must be an http or https address without a path')
      .optional(),
    derived: true,
  },
  demoDir: {
    variable: 'CLUTCH_DEMO_DIR',
    doc: 'Directory of the demos; every web process must see the same one. Default: `demos` in the data directory.',
    schema: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    derived: true,
  },
  gameLabels: {
    variable: 'CLUTCH_GAME_LABELS',
    doc: 'Comma-separated labels for every rented server’s process or container, for cleanup tools.',
    schema: list(z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be words by comma')).optional(),
  },
} satisfies Record<string, SettingDefinition>

type Values = Partial<SettingValues<typeof fleetSettings>>

/**
 * Returns why these settings are invalid: a driver without its required settings, or simulated servers in
 * production.
 */
export function fleetProblems(values: Values, isProduction: boolean): string[] {
  const problems: string[] = []
  if (values.rentalDriver === 'docker') {
    if (!values.dockerHosts)
      problems.push('CLUTCH_DOCKER_HOSTS: is missing, since CLUTCH_RENTAL_DRIVER is docker')
    if (!values.dockerImage)
      problems.push('CLUTCH_DOCKER_IMAGE: is missing, since CLUTCH_RENTAL_DRIVER is docker')
    if (!values.gameCommand)
      problems.push('CLUTCH_GAME_COMMAND: is missing, since CLUTCH_RENTAL_DRIVER is docker')
  }
  if (values.rentalDriver === 'kubernetes') problems.push(...kubernetesProblems(values))
  if (values.gameUids && values.gamePorts && sizeOf(values.gameUids) < sizeOf(values.gamePorts))
    problems.push('CLUTCH_GAME_UIDS: must hold at least as many numbers as CLUTCH_GAME_PORTS holds ports')
  const isAnyAddress = values.gameHost === '0.0.0.0' || values.gameHost === '::'
  if (values.rentalDriver === 'process' && isAnyAddress && !values.gamePublicHost)
    problems.push(
      'CLUTCH_GAME_PUBLIC_HOST: is missing, since CLUTCH_GAME_HOST is every address of the machine',
    )
  if (
    values.gameCommand?.some((word) => word.includes('{tv}')) &&
    (values.gamePorts?.last ?? 0) > maxPortWithTv
  )
    problems.push(`CLUTCH_GAME_PORTS: must end at ${maxPortWithTv}, since {tv} is the port + 10000`)
  problems.push(...listHostProblems(values))
  if (isProduction && values.gameLabels?.includes('demo'))
    problems.push('CLUTCH_GAME_LABELS: demo is reserved for servers that npm start removes')
  return problems
}

const maxPortWithTv = 55_535

function sizeOf({ first, last }: { first: number; last: number }): number {
  return last - first + 1
}
