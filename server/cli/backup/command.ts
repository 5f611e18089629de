import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type StorageConfig, readStorageConfig } from '../../platform/config/config.ts'
import { FileStoreUnavailable } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { explainStartError } from '../../platform/lifecycle/start-problem.ts'
import {
  BackupRefused,
  type Restored,
  type ArchiveSource,
  RestoreUnfinished,
  fileSource,
  makeBackup,
  readIdentities,
  restoreBackup,
} from '../../domains/backups/index.ts'
import { openToRead, openToWrite } from './data-location.ts'
import { describeTarget } from './restore-target.ts'

/**
 * The context of a command: its environment, its output, how it asks questions (null without a terminal), and the id of the user who runs
 * it (absent on Windows).
 */
export interface CommandIo {
  environment: NodeJS.ProcessEnv
  out: (line: string) => void
  err: (line: string) => void
  ask: ((question: string) => Promise<string>) | null
  userId?: number | undefined
}

const secrets = 'The secret key is not included (CLUTCH_SECRET_KEY, or secret.key in the data directory).'

const backupUsage = `npm run backup -- FILE.tar.zst[.age]
Writes the portal of CLUTCH_DATA_DIR or DATABASE_URL into one file (tar, compressed with zstd). The portal may be running.
Exit code: 0 success, 1 failure.
A name that ends in .age encrypts it to the keys of CLUTCH_BACKUP_RECIPIENTS.
${secrets} Keep that elsewhere.`

const restoreUsage = `npm run restore -- FILE.tar.zst[.age] [--identity KEYFILE] [--replace [--yes]]
FILE is a file, or the name of a backup in the store of backups ("npm run operator -- backup list").
--identity names the file with the secret key of age, for an encrypted backup (or CLUTCH_BACKUP_IDENTITY).
Restores a backup into the empty database of CLUTCH_DATA_DIR or DATABASE_URL, embedded or not, PostgreSQL 15 or newer;
the first lines say which. Run it as the user of the portal.
--replace deletes the existing data first, after a confirmation that --yes skips. The restore is complete or changes nothing.
${secrets}`

/** `npm run backup`: answers its exit code, 0 done, 1 not done, with a line that says why. */
export function runBackup(args: readonly string[], io: CommandIo): Promise<number> {
  return run(args, { usage: backupUsage, flags: [] }, io, async (file) => {
    const location = await openToRead(io)
    const recipients = file.endsWith('.age') ? requireRecipients(location.config) : []
    const interrupted = new AbortController()
    const interrupt = () => interrupted.abort()
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    try {
      const { address, keys, demos } = location
      const { signal } = interrupted
      const manifest = await makeBackup({
        address,
        keys,
        demos,
        file,
        recipients,
        signal,
        print: io.out,
      }).catch((error: unknown) => {
        throw signal.aborted ? new BackupRefused('interrupted: there is no backup') : error
      })
      io.out(`${file} holds the portal as it was at ${manifest.made}`)
      io.out(`${secrets} Keep that elsewhere.`)
    } finally {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      await location.close()
    }
  })
}

/** `npm run restore`: the same. */
export function runRestore(args: readonly string[], io: CommandIo): Promise<number> {
  const flags = ['--replace', '--yes']
  const { identityFile, others } = takeIdentity(args)
  return run(others, { usage: restoreUsage, flags }, io, async (path, options) => {
    const replace = options.has('--replace')
    const storage = readStorageConfig(io.environment)
    for (const line of describeTarget(storage)) io.out(line)
    if (replace && !options.has('--yes')) await confirm(io.ask)
    const location = await openToWrite(storage, io.userId)
    try {
      const { address, keys, demos } = location
      const file = await findBackup(location.config, path, identityFile)
      const restored = await restoreBackup({ address, keys, demos, file, replace, print: io.out })
      for (const line of report(restored)) io.out(line)
    } finally {
      await location.close()
    }
  })
}

/** Takes `--identity FILE` out of the arguments. */
function takeIdentity(args: readonly string[]): { identityFile: string | undefined; others: string[] } {
  const at = args.indexOf('--identity')
  if (at === -1) return { identityFile: undefined, others: [...args] }
  return { identityFile: args[at + 1], others: args.toSpliced(at, 2) }
}

function requireRecipients({ backupRecipients }: StorageConfig): string[] {
  if (backupRecipients) return backupRecipients
  throw new BackupRefused('a name that ends in .age needs CLUTCH_BACKUP_RECIPIENTS')
}

/** A file, or a backup of the store by its name. */
async function findBackup(
  config: StorageConfig,
  path: string,
  identityFile: string | undefined,
): Promise<ArchiveSource> {
  const text = identityFile === undefined ? config.backupIdentity : await readIdentityFile(identityFile)
  const identities = readIdentities(text ?? '')
  if (existsSync(path)) return fileSource(path, identities)
  const stored = await openFileStore(config, 'backups').find(basename(path))
  return stored ? { open: () => stored.read(), identities } : fileSource(path, identities)
}

function readIdentityFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new BackupRefused(`cannot read ${file}`, { cause })
  })
}

interface Form {
  usage: string
  flags: readonly string[]
}

async function run(
  args: readonly string[],
  { usage, flags }: Form,
  { out, err }: CommandIo,
  work: (file: string, flags: ReadonlySet<string>) => Promise<void>,
): Promise<number> {
  if (args.includes('--help')) {
    out(usage)
    return 0
  }
  const options = new Set(args.filter((arg) => arg.startsWith('-')))
  const [file, ...others] = args.filter((arg) => !arg.startsWith('-'))
  if (file === undefined || others.length > 0 || [...options].some((flag) => !flags.includes(flag))) {
    err(usage)
    return 1
  }
  try {
    await work(resolve(file), options)
    return 0
  } catch (error) {
    const lines =
      error instanceof BackupRefused ||
      error instanceof RestoreUnfinished ||
      error instanceof FileStoreUnavailable
        ? [error.message]
        : explainStartError(error)
    if (!lines) throw error
    for (const line of lines) err(line)
    return 1
  }
}

async function confirm(ask: CommandIo['ask']): Promise<void> {
  if (ask === null) throw new BackupRefused('--replace deletes all existing data: add --yes to confirm')
  const answer = await ask('All data of the database will be deleted. Type replace to continue: ')
  if (answer.trim() !== 'replace') throw new BackupRefused('nothing was changed')
}

function report({ manifest, migrated, jobs, unreadable, keyMissing, openGiftCards }: Restored): string[] {
  const lines = [`Restored the portal as of ${manifest.made}.`]
  if (migrated > 0) lines.push(`${migrated} newer migrations were applied.`)
  lines.push('No session was restored: all users sign in again.')
  lines.push(`${jobs} jobs are queued again. VIP is sent to the game servers again; rentals are reconciled.`)
  if (manifest.missing.length > 0)
    lines.push(`${manifest.missing.length} demos were missing when the backup was made.`)
  lines.push(secrets)
  if (!keyMissing) return [...lines, 'The key here is the one it was made with: everything can be read.']
  lines.push(
    'A key it was made with is not here. Put it back before the first start; or go on without it, and this is lost:',
    ...(openGiftCards > 0
      ? [`- ${openGiftCards} gift cards that were not redeemed: void them and make others`]
      : []),
    ...unreadable.map(({ count, lost }) => `- ${count} ${lost}`),
  )
  return lines
}
