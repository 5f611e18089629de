import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { query } from '@clutch/server/domains/backups/testing/backup-fixture.ts'
import { type Program, startProgram } from '@clutch/server/testing/program.ts'
import { isProving } from './testing/test-options.ts'

const present = join(import.meta.dirname, '..')

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: present, encoding: 'utf8' }).stdout.trim()
}

/** A version before the first release, 45 migrations old, whose tables are partitioned. */
const early = 'cee76c10'

/** The release before this one, or what the variable names: a tag or a commit. Empty where the history does not reach back. */
const former =
  process.env['CLUTCH_UPGRADE_FROM'] ??
  (git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD~') ||
    git('rev-parse', '--verify', '--quiet', `${early}^{commit}`))
if (isProving && former === '' && process.env['CLUTCH_REQUIRE_PEERS'] === '1')
  throw new Error('the history holds no former version to upgrade from')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-upgrade-')))
const at = (...path: string[]) => join(home, ...path)
afterAll(() => rmSync(home, { recursive: true }))

/**
 * Writes the files of the former version, with the libraries that are installed here; with `CLUTCH_TEST_UPGRADE_INSTALL=1`, which needs the network, with
 * those of its own lock file.
 */
function checkOutFormer(): string {
  const folder = at('former')
  mkdirSync(folder)
  const files = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', former, folder], {
    cwd: present,
  })
  expect(files.status).toBe(0)
  if (process.env['CLUTCH_TEST_UPGRADE_INSTALL'] === '1') {
    expect(spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }).status).toBe(0)
    return folder
  }
  mkdirSync(join(folder, 'node_modules/@clutch'), { recursive: true })
  for (const name of readdirSync(join(present, 'node_modules')))
    if (name !== '@clutch')
      symlinkSync(join(present, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(present, 'node_modules/@clutch')))
    symlinkSync(join(folder, name), join(folder, 'node_modules/@clutch', name))
  for (const name of ['server', 'contract'].filter((one) => existsSync(join(present, one, 'node_modules'))))
    symlinkSync(join(present, name, 'node_modules'), join(folder, name, 'node_modules'))
  return folder
}

interface RunningPortal {
  program: Program
  call: (method: string, path: string, body?: unknown) => Promise<unknown>
}

async function start(version: string, data: string): Promise<RunningPortal> {
  const environment = {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: data,
    CLUTCH_PORT: '0',
    CLUTCH_LOG_LEVEL: 'error',
    // Workers would go on with the rows, whose secrets no key here opens.
    CLUTCH_ROLES: 'web',
  }
  const program = startProgram('server/main.ts', environment, [], version)
  const url = String((await program.ready)['url'])
  const token = (await readFile(join(data, 'operator.token'), 'utf8')).trim()
  return {
    program,
    call: async (method, path, body) => {
      const reply = await fetch(new URL(path, url), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect([path, reply.ok]).toEqual([path, true])
      return reply.json()
    },
  }
}

async function stop({ program }: RunningPortal): Promise<void> {
  program.child.kill('SIGINT')
  expect((await program.ended).code).toBe(0)
}

const announce = ({ call }: RunningPortal, text: string) =>
  call('POST', '/api/operator/announcements', { text: { zh: text, en: text } })
const announced = async ({ call }: RunningPortal) =>
  ((await call('GET', '/api/operator/announcements')) as { text: { zh: string } }[])
    .map(({ text }) => text.zh)
    .toSorted()

/** The database of a portal that runs on this data. */
async function getDatabase(data: string) {
  const host = join(data, 'postgres')
  const password = (await readFile(join(host, 'owner.password'), 'utf8')).trim()
  return { host, port: 5432, user: 'postgres', password, database: 'clutch' }
}

/** Every table of the former version gets rows. */
async function fill(version: string, data: string): Promise<void> {
  const rows = await readFile(join(version, 'server/domains/backups/testing/every-table.sql'), 'utf8')
  await query(await getDatabase(data), rows.replaceAll(':sealed', `'sealed elsewhere'`))
}

/** What must be the same in every version: who bought and rented what, and the raw reports of game servers, which are partitioned. */
async function readKept(data: string): Promise<unknown> {
  return query(
    await getDatabase(data),
    `select (select jsonb_agg(jsonb_build_array(id, user_id, amount, currency) order by id) from orders) as orders,
       (select jsonb_agg(jsonb_build_array(id, user_id, number, region) order by id) from rentals) as rentals,
       (select jsonb_agg(jsonb_build_array(at, encode(sha256(body), 'hex')) order by at) from event_batches) as reports`,
  )
}

test.runIf(isProving && former !== '')(
  'K data of the former version is upgraded, and the former version runs again on the backup from before',
  async () => {
    const version = checkOutFormer()
    const before = await start(version, at('data'))
    await announce(before, 'before')
    await fill(version, at('data'))
    const kept = await readKept(at('data'))
    const listed = await announced(before)
    expect(listed).toContain('before')
    await stop(before)
    const backup = await startProgram(
      'server/cli/backup.ts',
      { CLUTCH_DATA_DIR: at('data') },
      [at('before.tar.zst')],
      version,
    ).ended
    expect([backup.code, backup.stderr]).toEqual([0, ''])

    const upgraded = await start(present, at('data'))
    expect(await announced(upgraded)).toEqual(listed)
    expect(await readKept(at('data'))).toEqual(kept)
    await announce(upgraded, 'after')
    expect(await announced(upgraded)).toEqual(['after', ...listed].toSorted())
    await stop(upgraded)

    const restored = await startProgram(
      'server/cli/restore.ts',
      { CLUTCH_DATA_DIR: at('rolled-back') },
      [at('before.tar.zst')],
      version,
    ).ended
    // It also says which secrets no key here opens.
    expect(restored.code).toBe(0)
    const rolledBack = await start(version, at('rolled-back'))
    expect(await announced(rolledBack)).toEqual(listed)
    expect(await readKept(at('rolled-back'))).toEqual(kept)
    await stop(rolledBack)
  },
  300_000,
)
