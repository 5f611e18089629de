import { posix } from 'node:path'
import { type ConfigFiles, FileRefused, HostFull, type VisitGameFile } from '../../driver.ts'
import type { Container } from '../engine/engine.schema.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-errors.ts'
import { instanceFolder } from './container-spec.ts'
import type { TarEntry } from '../engine/tar-archive.ts'

interface ContainerUser {
  uid: number
  gid: number
}

type FileEntry = Omit<TarEntry, keyof ContainerUser>

/**
 * Returns config files with their folders. Throws RangeError for a path outside the folder of the instance.
 */
export function toFileEntries(files: ConfigFiles): FileEntry[] {
  const folders = new Set<string>()
  const written = Object.entries(files).map(([path, content]) => {
    assertInside(path)
    for (let above = posix.dirname(path); above !== '.'; above = posix.dirname(above)) folders.add(above)
    return { path, content }
  })
  return [...[...folders].toSorted().map((path) => ({ path })), ...written]
}

function assertInside(path: string): void {
  if (path === '' || posix.isAbsolute(path) || posix.normalize(path) !== path || path.startsWith('..'))
    throw new RangeError(`outside the folder of the instance: ${path}`)
}

/** Implements `FleetDriver.readFile`. The engine follows no link out of the container. */
export async function readContainerFile(
  engine: EngineClient,
  { id }: Container,
  path: string,
  maxBytes: number,
): Promise<string | null> {
  assertInside(path)
  const inContainer = `${instanceFolder}/${path}`
  const found = await engine.stat(id, inContainer)
  if (found === null) return null
  if (!found.isFile) throw new FileRefused(`${path} is no file`)
  if (found.size > maxBytes) throw new FileRefused(`${path} is longer than ${maxBytes} bytes`)
  return engine.read(id, inContainer, maxBytes)
}

/** Implements `FleetDriver.readFolder`: engines list a folder only by sending all of it. */
export async function visitContainerFiles(
  engine: EngineClient,
  { id }: Container,
  { folder, visit, signal }: { folder: string; visit: VisitGameFile; signal: AbortSignal },
): Promise<void> {
  assertInside(folder)
  const path = `${instanceFolder}/${folder}`
  if ((await engine.stat(id, path))?.isFolder !== true) return
  await engine.readFiles(id, path, signal, async (file) => {
    // `MatchZy/a.dem`: the folder comes under its own name.
    const [, name, ...deeper] = file.path.replace(/^\.?\/+/, '').split('/')
    if (name === undefined || deeper.length > 0 || file.size === 0) return
    await visit({ name, size: file.size, changedAt: file.changedAt }, file.read)
  })
}

/** Implements `FleetDriver.removeFile`: engines can replace a file, and remove none. */
export async function emptyContainerFile(engine: EngineClient, to: Container, path: string): Promise<void> {
  assertInside(path)
  const found = await engine.stat(to.id, `${instanceFolder}/${path}`)
  if (!found?.isFile || found.size === 0) return
  const user = await readContainerUser(engine, to)
  await putWithRetry(() => engine.put(to.id, instanceFolder, [{ path, content: '', ...user }]))
}

/**
 * Writes an instance's files for the user its container runs as, 0600 in folders of 0700 (R12). The folder itself becomes that
 * user's too: engines make a volume root's. Throws HostFull if the image does not know its own user.
 */
export async function writeContainerFiles(
  engine: EngineClient,
  to: Container,
  entries: readonly FileEntry[],
): Promise<void> {
  const user = await readContainerUser(engine, to)
  const owned = (entry: FileEntry): TarEntry => ({ ...entry, ...user })
  // Podman takes the owner of the folder from its own archive; Docker passes `.` over and takes it from the folder above.
  if (!to.isRunning) await engine.put(to.id, '/', [owned({ path: instanceFolder.slice(1) })])
  await putWithRetry(() => engine.put(to.id, instanceFolder, [{ path: '.' }, ...entries].map(owned)))
}

/**
 * Podman replaces a file by removing and creating it: of two portals that write the same files at once, one is refused with
 * "file exists". The files are whole after its next try.
 */
async function putWithRetry(put: () => Promise<void>, triesLeft = 4): Promise<void> {
  try {
    await put()
  } catch (error) {
    const isRace = error instanceof EngineError && /file exists/i.test(error.words)
    if (!isRace || triesLeft === 0) throw error
    await putWithRetry(put, triesLeft - 1)
  }
}

/** The user of a container, from its image: numbers, or a name of its own `/etc/passwd`. */
async function readContainerUser(engine: EngineClient, { id, user }: Container): Promise<ContainerUser> {
  const [name = '', group = ''] = user.split(':')
  if (name === '' || name === 'root') return { uid: 0, gid: 0 }
  if (isNumericId(name)) return { uid: Number(name), gid: isNumericId(group) ? Number(group) : 0 }
  const lines = (await engine.read(id, '/etc/passwd'))?.split('\n') ?? []
  const [, , uid, gid] = lines.map((line) => line.split(':')).find(([of]) => of === name) ?? []
  if (uid === undefined) throw new HostFull(`the image runs as ${name}, whom its /etc/passwd does not know`)
  return { uid: Number(uid), gid: Number(gid) }
}

function isNumericId(text: string): boolean {
  return /^\d{1,10}$/.test(text)
}
