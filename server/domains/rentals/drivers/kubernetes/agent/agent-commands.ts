import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConfigFiles } from '../../driver.ts'
import { readGameFile, removeGameFile, visitGameFiles } from '../../process/records/game-files.ts'
import {
  createInstanceFolders,
  removeInstanceFolder,
  writeConfigFiles,
} from '../../process/records/instance-folder.ts'
import type { GameUser } from '../../process/system/game-user.ts'
import { assertPortFree } from '../../process/system/port-check.ts'
import { readPatchVersion, steamInfPath } from '../../steam-inf.ts'
import { decodeFileName, revisionKey } from './file-names.ts'

/** The exit code of a pod that found its port in use. */
export const portInUseCode = 98

/** The exit code of a pod whose node has no whole install: the server may start on another one. */
export const noInstallCode = 97
/** The install that the game starts from, where it is a folder of the node. An older agent does not know it. */
export const installVariable = 'CLUTCH_GAME_INSTALL'

/** This node has no whole install of the game. */
export class InstallMissing extends Error {
  override name = 'InstallMissing'
}

/** In the folder of an instance, beside that of its game: the revision of the secret that was copied last. */
const revisionFile = 'revision'

/** A file of a listed folder, as it is sent. */
export interface ListedFile {
  name: string
  size: number
  changedAt: number
}

/** What the agent does on a node, by its first word; `home` is the folder of an instance. Its answer is printed as JSON. */
export const agentCommands = {
  /** In the pod of a game, before it starts: checks the install and its ports, creates its folder, copies the files of its secret unless it has them. */
  async prepare(home: string, filesFolder: string, userText: string, ...ports: string[]): Promise<null> {
    assertInstalled(process.env[installVariable] ?? '')
    for (const port of ports) await assertPortFree('0.0.0.0', Number(port))
    const user = readUser(userText)
    createInstanceFolders(home, user)
    const revision = readFileSync(join(filesFolder, revisionKey), 'utf8')
    if (revision === readRevision(home)) return null
    writeConfigFiles(home, readSecret(filesFolder), user)
    writeFileSync(join(home, revisionFile), revision, { mode: 0o600 })
    return null
  },

  /** Files as JSON by stdin, behind a line with their length in bytes: the stream itself does not end. */
  async write(home: string, userText: string, revision: string): Promise<null> {
    const files = JSON.parse(await readFramed(process.stdin)) as ConfigFiles
    writeConfigFiles(home, files, readUser(userText))
    writeFileSync(join(home, revisionFile), revision, { mode: 0o600 })
    return null
  },

  read(home: string, path: string, maxBytes: string): Promise<string | null> {
    return readGameFile(home, path, Number(maxBytes))
  },

  async list(home: string, folder: string): Promise<ListedFile[]> {
    const found: ListedFile[] = []
    const visit = async ({ name, size, changedAt }: { name: string; size: number; changedAt: Date }) => {
      found.push({ name, size, changedAt: changedAt.getTime() })
    }
    await visitGameFiles(home, folder, visit, new AbortController().signal)
    return found
  },

  /** Prints a file of a folder as it is, no more of it than was listed. */
  async cat(home: string, folder: string, wanted: string, size: string): Promise<undefined> {
    const visit = async ({ name }: { name: string }, read: () => Readable) => {
      if (name === wanted) await pipeline(takeBytes(read(), Number(size)), process.stdout, { end: false })
    }
    await visitGameFiles(home, folder, visit, new AbortController().signal)
    return undefined
  },

  async delete(home: string, path: string): Promise<null> {
    await removeGameFile(home, path)
    return null
  },

  async drop(home: string): Promise<null> {
    removeInstanceFolder(home)
    return null
  },

  /** In the pod of a game of Agones, beside it: reports it to Agones, and does not end. */
  async report(folder: string, port: string): Promise<undefined> {
    // The other commands start faster without it.
    const { reportHealth } = await import('../agones/report-health.ts')
    return reportHealth({
      folder,
      port: Number(port),
      sdkPort: Number(process.env['AGONES_SDK_HTTP_PORT'] ?? 9358),
      now: () => performance.now(),
    })
  },

  /** The version of the install on this node; null where there is none. */
  async installed(install: string): Promise<string | null> {
    const path = join(install, steamInfPath)
    return existsSync(path) ? readPatchVersion(readFileSync(path, 'utf8')) : null
  },
} satisfies Record<string, (...words: string[]) => Promise<unknown>>

export type AgentCommand = keyof typeof agentCommands

/** As `deploy/game/start.sh` wants it. An empty path is not looked at. */
function assertInstalled(install: string): void {
  if (install === '') return
  const isWhole = existsSync(join(install, steamInfPath)) && !existsSync(join(install, '.incomplete'))
  if (!isWhole) throw new InstallMissing(`${install} holds no whole install of the game on this node`)
}

/** Null: games run as the agent itself. */
function readUser(text: string): GameUser | null {
  const [uid = 0, gid = 0] = text.split(':').map(Number)
  return uid === process.getuid?.() ? null : { uid, gid }
}

function readRevision(home: string): string {
  const path = join(home, revisionFile)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A mounted secret also holds its revision, and links of Kubernetes whose names begin with two dots. */
function readSecret(folder: string): ConfigFiles {
  const keys = readdirSync(folder).filter((key) => !key.startsWith('.'))
  return Object.fromEntries(keys.map((key) => [decodeFileName(key), readFileSync(join(folder, key), 'utf8')]))
}

async function* takeBytes(all: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let left = most
  for await (const bytes of all) {
    yield bytes.subarray(0, left)
    left -= Math.min(left, bytes.length)
    if (left === 0) return
  }
}

/** Reads as many bytes of stdin as its first line names. */
async function readFramed(input: AsyncIterable<Buffer>): Promise<string> {
  let read = Buffer.alloc(0)
  for await (const bytes of input) {
    read = Buffer.concat([read, bytes])
    const start = read.indexOf('\n') + 1
    const length = Number(read.subarray(0, start).toString('utf8'))
    if (start > 0 && read.length >= start + length)
      return read.subarray(start, start + length).toString('utf8')
  }
  throw new Error('the input is not complete')
}
