// @slow 180 s: builds an image and runs commands in containers of it
import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Emulator } from '@clutch/emulators/s3/index.ts'
import { peerFolder } from '@clutch/tools/testing/peers.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { BackupFixture, query } from '../../domains/backups/testing/backup-fixture.ts'
import { canStartPodman } from '../../domains/rentals/drivers/docker/testing/podman.ts'
import {
  buildImages,
  describePodmanCall,
  portalImage,
} from '../../domains/rentals/drivers/kubernetes/testing/node-images.ts'
import { openDatabaseDoor } from '../../domains/rentals/drivers/kubernetes/testing/portal-release.ts'

const docs = join(import.meta.dirname, '../../../docs')
/** Runs Podman while this process serves the database and the bucket; returns its exit code and what it printed. */
function runPodman(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const { args, env } = describePodmanCall(...words)
  return new Promise((resolve) => {
    execFile('podman', args, { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** The user of the image, as the guide has it. */
const userId = 1000

/** The commands of a guide that run in a container: their mounts, and their words after `node`. */
function readCommands(guide: string): { mounts: string[]; words: string[] }[] {
  const text = readFileSync(join(docs, guide), 'utf8')
  const commands = text.matchAll(
    /^docker compose -f \S+ (?:exec|run --rm)(.*) portal node (.+?)(?: +#.*)?$/gm,
  )
  return [...commands].map(([, mounts = '', words = '']) => ({
    mounts: mounts.split(' ').filter(Boolean),
    words: words.split(' '),
  }))
}

const operating = readCommands('operating.md')
const upgrading = readCommands('upgrading.md')

test('K both languages of the guide have the same commands for containers', () => {
  expect(operating.map(({ words }) => words[0])).toEqual([
    'server/cli/operator.ts',
    'server/cli/files.ts',
    'server/cli/backup.ts',
    'server/cli/restore.ts',
    'server/cli/restore.ts',
  ])
  expect(readCommands('zh/operating.md')).toEqual(operating)
})

const canRun = isProving && existsSync(join(peerFolder, 'node/base.tar')) && canStartPodman()

describe.skipIf(!canRun)('K the commands of the guide in the image', { timeout: 120_000 }, () => {
  const volume = `clutch-commands-${process.pid}`
  const home = mkdtempSync(join(tmpdir(), 'clutch-commands-'))
  const fixture = new BackupFixture()
  let door: Awaited<ReturnType<typeof openDatabaseDoor>>
  let data: string

  beforeAll(async () => {
    buildImages([portalImage], home)
    door = await openDatabaseDoor('127.0.0.1')
    await runPodman('volume', 'create', volume)
    // A container of the image gives the volume to its user.
    await runIn([], ['--version'], {})
    data = (await runPodman('volume', 'inspect', '--format', '{{.Mountpoint}}', volume)).out.trim()
    mkdirSync(join(home, 'restore'), { mode: 0o700 })
    chownSync(join(home, 'restore'), userId, userId)
    chmodSync(home, 0o755)
  }, 900_000)
  afterAll(async () => {
    await runPodman('volume', 'rm', '--force', volume)
    await door.close()
    await fixture.close()
    rmSync(home, { recursive: true })
  })

  /** As `deploy/compose.yaml` runs the portal, in the network of this machine. */
  function runIn(mounts: readonly string[], words: readonly string[], environment: Record<string, string>) {
    const confined = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges']
    const variables = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`)
    const own = mounts.map((word) => word.replace(/^\/restore:/, `${join(home, 'restore')}:`))
    const flags = ['--rm', '--network=host', `--volume=${volume}:/data`, ...confined, ...variables, ...own]
    return runPodman('run', ...flags, portalImage, 'node', ...words)
  }

  function urlOf(address: object): string {
    const { user, database } = address as { user: string; database: string }
    return `postgres://${user}@127.0.0.1:${door.port}/${database}`
  }

  const find = (commands: typeof operating, ...texts: string[]) => {
    const found = commands.find(({ words }) => texts.every((text) => words.join(' ').includes(text)))
    if (!found) throw new Error(`the guide has no command with ${texts.join(', ')}`)
    return found
  }

  /** Puts a file where a container reads it, as `install -m 400 -o 1000` does. */
  function install(path: string, content: Uint8Array | string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content, { mode: 0o400 })
    for (const own of [path, dirname(path)]) chownSync(own, userId, userId)
  }

  test('a backup, also an encrypted one, is restored from a folder and by its name, and replaces what an upgrade made', async () => {
    const { address } = await fixture.filled(await getTestCluster())
    const identity = await generateIdentity()
    const source = {
      DATABASE_URL: urlOf(address),
      CLUTCH_BACKUP_RECIPIENTS: await identityToRecipient(identity),
    }
    const count = 'select count(*)::integer as users from users'
    const users = await query(address, count)

    const backup = find(operating, 'backup.ts')
    const before = find(upgrading, 'backup.ts')
    const encrypted = backup.words.map((word) => word.replace(/zst$/, 'zst.age'))
    for (const words of [backup.words, before.words, encrypted])
      expect(await runIn([], words, source)).toMatchObject({ code: 0, err: '' })

    const archive = readFileSync(join(data, basename(encrypted.at(-1) ?? '')))
    install(join(home, 'restore/clutch.tar.zst.age'), archive)
    install(join(home, 'restore/key.txt'), `# public key: age1\n${identity}\n`)
    const stored = find(operating, 'restore.ts', 'clutch-2')
    install(join(data, 'backups', stored.words[1] ?? ''), archive)
    for (const { mounts, words } of [find(operating, 'restore.ts', '/restore/clutch'), stored]) {
      const target = await fixture.empty(await getTestCluster())
      const { code, out, err } = await runIn(mounts, words, { DATABASE_URL: urlOf(target) })
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(
        /^Database: \S+ at 127\.0\.0\.1:\d+ \(DATABASE_URL\)\nDemos: the folder \/data\/demos\n/,
      )
      expect(await query(target, count)).toEqual(users)
    }

    await query(address, 'create table made_by_an_upgrade ()')
    const back = find(upgrading, 'restore.ts')
    expect(back.words).toContain(before.words.at(-1))
    expect(await runIn(back.mounts, [...back.words, '--yes'], source)).toMatchObject({ code: 0, err: '' })
    expect(await query(address, count)).toEqual(users)
    expect(await query(address, `select to_regclass('made_by_an_upgrade') as table`)).toEqual([
      { table: null },
    ])
  })

  test('files move into a bucket', async () => {
    const s3 = await startS3Emulator()
    try {
      const key = 'demos/00000000-0000-4000-8000-000000000001/one.dem'
      install(join(data, key), 'a demo')
      chownSync(join(data, 'demos'), userId, userId)
      const { words } = find(operating, 'files.ts', '--to s3')
      const moved = await runIn([], words, {
        DATABASE_URL: urlOf(await fixture.empty(await getTestCluster())),
        CLUTCH_S3_ENDPOINT: s3.url,
        CLUTCH_S3_BUCKET: s3.options.bucket,
        CLUTCH_S3_ACCESS_KEY: s3.options.accessKey,
        CLUTCH_S3_SECRET_KEY: s3.options.secretKey,
        CLUTCH_S3_PATH_STYLE: '1',
      })
      expect(moved).toMatchObject({ code: 0, err: '' })
      expect([...s3.bucket.objects.keys()]).toContain(key)
      expect(existsSync(join(data, key))).toBe(false)
    } finally {
      await s3.stop()
    }
  })

  test('the health check of the image asks the port of the settings', async () => {
    const file = readFileSync(join(docs, '../deploy/Dockerfile'), 'utf8')
    const [, script = ''] = /CMD \["node", "-e", "(.+)"\]/.exec(file) ?? []
    expect(script).toContain('/healthz')
    const served = `require('node:http').createServer((_, reply) => reply.end()).listen(8123, '127.0.0.1', () =>
      require('node:child_process').spawn('node', ['-e', ${JSON.stringify(script)}]).on('exit', (code) => process.exit(code)))`
    expect((await runIn([], ['-e', served], { CLUTCH_PORT: '8123' })).code).toBe(0)
    expect((await runIn([], ['-e', served], { CLUTCH_PORT: '8124' })).code).toBe(1)
  })
})
