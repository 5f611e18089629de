import { z } from 'zod'
import { FileRefused } from '../../driver.ts'

/** What an engine answers, as far as the driver reads it. */

const labelsSchema = z
  .record(z.string(), z.string())
  .nullish()
  .transform((found) => found ?? {})

export const containerSchema = z
  .object({
    Id: z.string().min(1),
    Created: z.iso.datetime({ offset: true }),
    State: z.object({ Running: z.boolean(), StartedAt: z.string(), ExitCode: z.number().default(0) }),
    Config: z.object({ User: z.string().default(''), Labels: labelsSchema }),
  })
  .transform(({ Id, Created, State, Config }) => ({
    id: Id,
    createdAt: new Date(Created),
    isRunning: State.Running,
    /** When it was started last, to the nanosecond: the name of this run. Empty while it does not run. */
    run: State.Running ? State.StartedAt : '',
    /** Engines write the year 1 for never. */
    hasRun: !State.StartedAt.startsWith('0001-'),
    exitCode: State.ExitCode,
    user: Config.User,
    labels: Config.Labels,
  }))

export type Container = z.output<typeof containerSchema>

const listedContainerSchema = z
  .object({ Id: z.string().min(1), Labels: labelsSchema })
  .transform(({ Id, Labels }) => ({ id: Id, labels: Labels }))

export const containerListSchema = z.array(listedContainerSchema)

export type ListedContainer = z.output<typeof listedContainerSchema>

const networkSchema = z
  .object({ Name: z.string().min(1), Created: z.iso.datetime({ offset: true }), Labels: labelsSchema })
  .transform(({ Name, Created, Labels }) => ({ name: Name, createdAt: new Date(Created), labels: Labels }))

export const networkListSchema = z.array(networkSchema)

export type Network = z.output<typeof networkSchema>

export const machineSchema = z
  .object({ NCPU: z.number().int().positive(), MemTotal: z.number().positive() })
  .transform(({ NCPU, MemTotal }) => ({ cpus: NCPU, memoryMb: Math.floor(MemTotal / 1024 ** 2) }))

/** Go's bits for what is no regular file: a folder, a link, a device, a pipe, a socket. */
const irregularModeBits = [31, 27, 26, 25, 24, 21, 19]

function hasBit(mode: number, bit: number): boolean {
  return Math.floor(mode / 2 ** bit) % 2 === 1
}

/** What engines send of a path in the header `X-Docker-Container-Path-Stat`, as Base64. */
export const pathStatSchema = z
  .object({ headers: z.looseObject({ 'x-docker-container-path-stat': z.string() }) })
  .transform(({ headers }) => headers['x-docker-container-path-stat'])
  .transform((header) => JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as unknown)
  .pipe(z.object({ size: z.number(), mode: z.number() }))
  .transform(({ size, mode }) => ({
    size,
    isFile: irregularModeBits.every((bit) => !hasBit(mode, bit)),
    isFolder: hasBit(mode, 31),
  }))

export type PathStat = z.output<typeof pathStatSchema>

/** The most bytes of a file that is read out of a container, unless the caller says otherwise. */
export const smallFileMaxBytes = 1 << 20
/** The blocks of an archive around its file, and the notes that engines put before it. */
const archiveExtraBytes = 1 << 14

/** The whole of a stream with an archive; throws FileRefused where it is longer than a file of `maxBytes` makes it. */
export async function readArchive(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('no bytes')
    bytes += chunk.length
    if (bytes > maxBytes + archiveExtraBytes) throw new FileRefused('longer than any file that is read')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
