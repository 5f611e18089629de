import { isIP } from 'node:net'
import { type HostClass, countCores, hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import { regionCodePattern } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { z } from 'zod'
import { parseJson } from '../../parse-json.ts'

/** The settings of hosts and of what runs there: schemas of JSON texts. */

export const portsPattern = /^(\d{4,5})-(\d{4,5})$/

const words = z.array(z.string().min(1)).min(1)

/** A command as JSON, each word by itself: no shell ever reads it. */
export const command = z.string().transform((text, context) => {
  const read = words.safeParse(parseJson(text))
  if (read.success) return read.data
  context.addIssue({ code: 'custom', message: 'must be JSON like ["/opt/cs2/start","-port","{port}"]' })
  return z.NEVER
})

const mountList = z.array(z.string().regex(/^\/[^:]+:\/[^:]+(:ro)?$/))
const megabytes = z.number().int().min(0).max(1_048_576)

/** What a container is made of, for one host or one class. */
const gameOptions = {
  image: z
    .string()
    .regex(/^[\w./:@-]{1,300}$/)
    .optional(),
  command: words.optional(),
  mounts: mountList.optional(),
}

const classSchema = z
  .strictObject({
    /** Counted at placement; Docker also enforces it. */
    memoryMb: megabytes.optional(),
    /** The most cores of a container; 0: no limit. */
    cpus: z.number().min(0).max(1_024).optional(),
    /** Cores that placement counts for each server. */
    reserveCpus: z.number().min(0).max(1_024).optional(),
    /** The weight of a container where processor time is short; Docker's default is 1024. */
    cpuShares: z.number().int().min(2).max(262_144).optional(),
    /** The cores that servers of the class run on, such as `0-3,8`. */
    cores: z
      .string()
      .refine((list) => countCores(list) !== null)
      .optional(),
    /** Of a process: 0 to 19. */
    nice: z.number().int().min(0).max(19).optional(),
    ...gameOptions,
  })
  .refine(
    ({ cores, reserveCpus = 0 }) => cores === undefined || reserveCpus <= (countCores(cores) ?? 0),
    'reserveCpus is more than its cores',
  )

export type ClassSettings = z.output<typeof classSchema>

const classesSchema = z
  .partialRecord(z.enum(hostClasses), classSchema)
  .refine((table) => Object.keys(table).length > 0, 'no class')

/** What one server of each class gets. */
export const classes = z.string().transform((text, context): Partial<Record<HostClass, ClassSettings>> => {
  const read = classesSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  context.addIssue({
    code: 'custom',
    message: `must be JSON like {"standard":{"memoryMb":3072},"performance":{"cores":"4-7"}} (${describeIssue(read.error)})`,
  })
  return z.NEVER
})

const capacitySchema = z.strictObject({
  servers: z.number().int().positive().optional(),
  memoryMb: megabytes.optional(),
  cpus: z.number().positive().max(4_096).optional(),
})

/** The most that rented servers take from a machine. */
export const capacity = z.string().transform((text, context): z.output<typeof capacitySchema> => {
  const read = capacitySchema.safeParse(parseJson(text))
  if (read.success) return read.data
  context.addIssue({
    code: 'custom',
    message: `must be JSON like {"servers":20,"memoryMb":60000} (${describeIssue(read.error)})`,
  })
  return z.NEVER
})

/** Region codes, or `*` alone. */
export const regions = z.string().transform((text, context): string[] => {
  const codes = text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const isEvery = codes.length === 1 && codes[0] === '*'
  if (isEvery || (codes.length > 0 && codes.every((code) => regionCodePattern.test(code)))) return codes
  context.addIssue({ code: 'custom', message: 'must be region codes like ap-shanghai, or *' })
  return z.NEVER
})

export const mounts = z.string().transform((text, context): string[] => {
  const read = mountList.safeParse(parseJson(text))
  if (read.success) return read.data
  context.addIssue({ code: 'custom', message: 'must be JSON like ["/srv/cs2:/cs2:ro"]' })
  return z.NEVER
})

/** What a host of containers may set for itself: its classes, with what differs from `CLUTCH_HOST_CLASSES`, and what its games are made of. */
export const classOptions = { classes: classesSchema.optional(), ...gameOptions }

const dockerHostSchema = z.strictObject({
  /**
   * The host's name: the database stores it with everything that runs there. Never reuse it for another host.
   */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  regions: z.array(z.string().regex(regionCodePattern)).min(1),
  /** `unix:///var/run/docker.sock`, or an https address with client certificates next to it. */
  url: z.string().regex(/^(unix:\/\/\/|https:\/\/)[^\s]+$/),
  ca: z.string().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
  /** The address game ports are published on, and the one the portal asks them at; the same where `ask` is left out. */
  bind: z.string().refine((text) => isIP(text) > 0),
  ask: z.string().optional(),
  /** What players connect to. */
  public: z.string().min(1).optional(),
  ports: z.string().regex(portsPattern),
  most: z.number().int().positive().optional(),
  /** The IPv4 range that each game's own network is cut out of, eight addresses a port; the engine's own pools where left out. */
  subnets: z
    .string()
    .regex(/^(\d{1,3}\.){3}\d{1,3}\/([89]|1\d|2\d)$/)
    .refine((text) => isIP(text.split('/')[0] ?? '') === 4)
    .optional(),
  /** A TLS proxy on the host for RCON, which is not encrypted: it listens on the game's TCP port plus `offset`. */
  rcon: z
    .strictObject({
      /** Where it is reached, if not at `ask`. */
      host: z.string().min(1).optional(),
      offset: z.number().int().min(1).max(60_000),
      /** PEM of the authority that signed its certificate. */
      ca: z.string().regex(/-----BEGIN CERTIFICATE-----/),
      /** The name in its certificate, if not its address. */
      name: z.string().min(1).optional(),
    })
    .optional(),
  /** The most that rented servers take from the host; what the engine reports where left out. */
  capacity: z
    .strictObject({ memoryMb: megabytes.optional(), cpus: z.number().positive().max(4_096).optional() })
    .optional(),
  ...classOptions,
})

/** Of one game's network: the gateway, the game, and the container that verifies its files. */
export const networkAddresses = 8
const tooHighProxy = { path: ['rcon', 'offset'], message: 'leads past the last port, 65535' }
const tooFewNetworks = { path: ['subnets'], message: `needs ${networkAddresses} addresses for each port` }

function hasProxyPorts({ rcon, ports: text }: z.output<typeof dockerHostSchema>): boolean {
  const last = Number(portsPattern.exec(text)?.[2] ?? 0)
  return last + (rcon?.offset ?? 0) <= 65_535
}

function hasNetworks({ subnets, ports: text }: z.output<typeof dockerHostSchema>): boolean {
  const [, first = 0, last = 0] = (portsPattern.exec(text) ?? []).map(Number)
  return (
    subnets === undefined ||
    2 ** (32 - Number(subnets.split('/')[1])) >= (last - first + 1) * networkAddresses
  )
}

export type DockerHost = z.output<typeof dockerHostSchema>

export const dockerHosts = z.string().transform((text, context): DockerHost[] => {
  const read = z
    .array(dockerHostSchema.refine(hasNetworks, tooFewNetworks).refine(hasProxyPorts, tooHighProxy))
    .min(1)
    .safeParse(parseJson(text))
  if (read.success && new Set(read.data.map(({ name }) => name)).size === read.data.length) return read.data
  const [issue] = read.error?.issues ?? []
  const where = issue ? `${issue.path.join('.')}: ${issue.message}` : 'one name twice'
  context.addIssue({ code: 'custom', message: `must be a JSON list of hosts (${where})` })
  return z.NEVER
})

/** Names the first fault of a setting. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': ') : ''
}

interface HostValues {
  rentalDriver?: 'process' | 'docker' | 'kubernetes' | undefined
  hostClasses?: Partial<Record<HostClass, ClassSettings>> | undefined
  dockerHosts?: readonly DockerHost[] | undefined
  kubernetesClusters?: readonly { name: string; classes?: DockerHost['classes'] }[] | undefined
}

const refusedOptions = {
  process: ['cpus', 'cpuShares', 'image', 'command', 'mounts'],
  docker: ['nice'],
  // A pod has what it requests; cores are pinned by the node's own CPU manager.
  kubernetes: ['nice', 'cpuShares', 'cores'],
} as const

/** Why options of the classes have no effect with the driver; an option that does nothing would promise what players do not get. */
export function listHostProblems({
  rentalDriver,
  hostClasses: table = {},
  dockerHosts = [],
  kubernetesClusters = [],
}: HostValues): string[] {
  const refused = rentalDriver ? refusedOptions[rentalDriver] : []
  const tables = [
    { where: 'CLUTCH_HOST_CLASSES', classes: table },
    ...dockerHosts.map(({ name, classes: own = {} }) => ({
      where: `CLUTCH_DOCKER_HOSTS: ${name}`,
      classes: own,
    })),
    ...kubernetesClusters.map(({ name, classes: own = {} }) => ({
      where: `CLUTCH_KUBERNETES_CLUSTERS: ${name}`,
      classes: own,
    })),
  ]
  return tables.flatMap(({ where, classes: some }) =>
    Object.entries(some).flatMap(([name, options]) =>
      refused
        .filter((option) => options[option] !== undefined)
        .map((option) => `${where}: ${name}.${option} has no effect with the ${rentalDriver} driver`),
    ),
  )
}
