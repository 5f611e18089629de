// @slow 15 s: runs whole backups
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecretKey } from '../../platform/keys/keys.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { runBackup, runRestore } from './command.ts'
import { BackupFixture, query, withClient } from '../../domains/backups/testing/backup-fixture.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

let home: string
let fixture: BackupFixture
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'clutch-backup-'))
  fixture = new BackupFixture()
})
afterAll(async () => {
  await fixture.close()
  rmSync(home, { recursive: true })
})

async function run(
  command: typeof runBackup,
  line: string,
  environment: NodeJS.ProcessEnv,
  answer?: string,
  userId = process.getuid?.(),
): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await command(line.split(' ').filter(Boolean), {
    environment,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ask: answer === undefined ? null : () => Promise.resolve(answer),
    userId,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const at = (name: string) => join(home, name)
const urlOf = ({
  host,
  port,
  user,
  database,
}: Record<'host' | 'user' | 'database', string> & { port: number }) =>
  `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
const embedded = (folder: string) => ({ CLUTCH_DATA_DIR: at(folder) })

async function start(environment: NodeJS.ProcessEnv): Promise<Program> {
  const program = startProgram('server/main.ts', {
    ...environment,
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
  })
  await program.ready
  return program
}

async function stop({ child, ended }: Program): Promise<void> {
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
}

test(
  'a running embedded portal is backed up, never restored over; a stopped one both',
  { timeout: 90_000 },
  async () => {
    const portal = await start(embedded('one'))
    const backup = await run(runBackup, at('running.tar'), embedded('one'))
    expect([backup.code, backup.err]).toEqual([0, ''])
    expect(backup.out).toContain('The secret key is not included')
    const over = await run(runRestore, `${at('running.tar')} --replace --yes`, embedded('one'))
    expect([over.code, over.err]).toEqual([
      1,
      expect.stringMatching(/^the portal of this data directory runs at http:.*stop it first$/),
    ])
    rmSync(at('one/portal.json'))
    const again = await run(runRestore, `${at('running.tar')} --replace --yes`, embedded('one'))
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is already running (pid ')])
    await stop(portal)

    expect(await run(runBackup, at('stopped.tar'), embedded('one'))).toMatchObject({ code: 0, err: '' })
    const [key, token] = [
      readFileSync(at('one/secret.key'), 'utf8').trim(),
      readFileSync(at('one/operator.token'), 'utf8').trim(),
    ]
    const owner = readFileSync(at('one/postgres/owner.password'), 'utf8').trim()
    for (const tar of ['running.tar', 'stopped.tar'])
      for (const secret of [key, token, owner]) expect(readFileSync(at(tar)).includes(secret)).toBe(false)

    mkdirSync(at('two'))
    writeFileSync(at('two/secret.key'), `${key}\n`, { mode: 0o600 })
    const restored = await run(runRestore, at('running.tar'), embedded('two'))
    expect([restored.code, restored.err]).toEqual([0, ''])
    expect(restored.out).toMatch(
      /^Database: a new embedded one in \S+two\nDemos: the folder \S+two\/demos\n[^]*all users sign in again/,
    )
    expect(restored.out).toContain('The key here is the one it was made with: everything can be read.')
    await stop(await start(embedded('two')))
  },
)

test.runIf(isProving)('what is in the database stays unless it may go', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const environment = { ...embedded('three'), DATABASE_URL: urlOf(address as never) }
  const tar = at('external.tar')
  expect(await run(runBackup, tar, environment)).toMatchObject({ code: 0, err: '' })
  await query(address, `insert into memberships values (76561197960265799, 'vip', null, now())`)
  const members = () => query(address, 'select count(*)::integer as members from memberships')
  const refused = [
    [
      '',
      undefined,
      /^the database is in use: there are rows in \w+ and \d+ other tables\. --replace deletes/,
    ],
    ['--replace', undefined, /^--replace deletes all existing data: add --yes to confirm$/],
    ['--replace', 'no', /^nothing was changed$/],
    ['--yes --what', undefined, /^npm run restore -- FILE\.tar/],
  ] as const
  for (const [flags, answer, why] of refused) {
    const { code, err } = await run(runRestore, `${tar} ${flags}`, environment, answer)
    expect([code, err]).toEqual([1, expect.stringMatching(why)])
  }
  await withClient({ ...address, application_name: 'clutch' } as never, async () => {
    const { code, err } = await run(runRestore, `${tar} --replace --yes`, environment)
    expect([code, err]).toEqual([1, 'a portal runs on this database: stop it first'])
  })
  expect(await members()).toEqual([{ members: 3 }])
  expect(await run(runRestore, `${tar} --replace`, environment, 'replace')).toMatchObject({
    code: 0,
    err: '',
  })
  expect(await members()).toEqual([{ members: 2 }])
  expect(existsSync(at('three/secret.key'))).toBe(false)
})

test.runIf(isProving)('without the key that it was made with a restore says what is lost', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const keyed = { ...embedded('four'), CLUTCH_SECRET_KEY: `main:${fixture.secretKey}` }
  const tar = at('keyed.tar')
  await query(address, `update gift_cards set expires_at = now() + interval '1 day'`)
  await run(runBackup, tar, { ...keyed, DATABASE_URL: urlOf(address as never) })
  const into = async (CLUTCH_SECRET_KEY: string) => {
    const there = {
      ...embedded('four'),
      CLUTCH_SECRET_KEY,
      DATABASE_URL: urlOf((await fixture.empty(await getTestCluster())) as never),
    }
    return (await run(runRestore, tar, there)).out
  }
  const id = fixture.keys.signingKeys('any')[0]?.id ?? ''
  const both = `main:${fixture.secretKey},${id}:${fixture.secretKey}`
  expect(await into(both)).toContain('everything can be read')
  for (const other of [makeSecretKey(), `main:${makeSecretKey()},${id}:${makeSecretKey()}`]) {
    const out = await into(other)
    expect(out).toContain('A key it was made with is not here.')
    expect(out).toContain('- 1 gift cards that were not redeemed: void them')
  }
  const lost = await into(makeSecretKey())
  for (const line of [
    '1 RCON passwords of game servers',
    '1 second factors',
    '1 codes of purchased gift cards',
    '1 passwords of rented',
  ])
    expect(lost).toContain(`- ${line}`)
})

test('where there is no portal there is nothing to back up, and no setting is read but those that matter', async () => {
  const none = await run(runBackup, at('none.tar'), { ...embedded('five'), CLUTCH_PORT: 'x' })
  expect(none).toEqual({ code: 1, out: '', err: `there is no portal in ${at('five')}` })
  expect(existsSync(at('five'))).toBe(false)
  const wrong = await run(runBackup, at('none.tar'), { DATABASE_URL: 'mysql://x' })
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/^DATABASE_URL: /)])
  const silent = await run(runBackup, at('none.tar'), { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect([silent.code, silent.err]).toEqual([1, 'DATABASE_URL: no database answers there'])
  expect(existsSync(at('none.tar'))).toBe(false)
  expect((await run(runBackup, '', {})).err).toMatch(/^npm run backup -- FILE.tar/)
  expect((await run(runRestore, '--help', {})).out).toMatch(/^npm run restore/)
})

test.skipIf(process.platform === 'win32')(
  'root writes nothing into folders of the user of the portal, also where they are not yet made',
  async () => {
    mkdirSync(at('owned'))
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(at('owned'), 4711, 4711)
    const otherUser = isRoot ? 0 : 1
    const refusal = expect.stringMatching(/owned\S* belongs to the user with the id \d+, who could not read/)
    for (const environment of [
      embedded('owned'),
      { ...embedded('eight'), CLUTCH_DEMO_DIR: at('owned/demos') },
      { ...embedded('owned/new'), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    ]) {
      const { code, err } = await run(runRestore, at('none.tar'), environment, undefined, otherUser)
      expect([code, err]).toEqual([1, refusal])
    }
    expect([readdirSync(at('owned')), existsSync(at('eight'))]).toEqual([[], false])
  },
)

test.runIf(isProving)(
  'where only the jobs are not restored a line says so, and the same again restores them',
  async () => {
    const { address } = await fixture.filled(await getTestCluster())
    const tar = at('unfinished.tar')
    await run(runBackup, tar, { ...embedded('six'), DATABASE_URL: urlOf(address as never) })
    const there = await fixture.empty(await getTestCluster())
    const environment = { ...embedded('six'), DATABASE_URL: urlOf(there as never) }
    // The tables of the jobs are made after everything else: here they cannot be.
    await query(
      there,
      `create schema elsewhere;
     create function elsewhere.refuse() returns event_trigger language plpgsql as $$
       begin if current_query() like '%pgboss%' then raise 'not here'; end if; end $$;
     create event trigger refuse on ddl_command_start when tag in ('CREATE SCHEMA') execute function elsewhere.refuse()`,
    )
    const unfinished = await run(runRestore, tar, environment)
    expect([unfinished.code, unfinished.err]).toEqual([
      1,
      expect.stringMatching(
        /^the tables are restored, but .* not: run the restore again with --replace .*\(.*not here.*\)$/,
      ),
    ])
    expect(await query(there, 'select count(*)::integer as users from users')).toEqual([{ users: 2 }])
    await query(there, 'drop event trigger refuse')
    expect(await run(runRestore, `${tar} --replace --yes`, environment)).toMatchObject({ code: 0, err: '' })
  },
)

test('an encrypted backup is restored by name from the store of backups, with the file of its key', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const identity = await generateIdentity()
  const environment = { ...embedded('seven'), CLUTCH_BACKUP_RECIPIENTS: await identityToRecipient(identity) }
  const source = { ...environment, DATABASE_URL: urlOf(address as never) }
  mkdirSync(at('seven/backups'), { recursive: true })
  expect(await run(runBackup, at('seven/backups/own.tar.zst.age'), source)).toMatchObject({
    code: 0,
    err: '',
  })
  const refused = await run(runBackup, at('none.age'), { ...source, CLUTCH_BACKUP_RECIPIENTS: '' })
  expect([refused.code, refused.err]).toEqual([1, 'a name that ends in .age needs CLUTCH_BACKUP_RECIPIENTS'])
  const there = await fixture.empty(await getTestCluster())
  const target = { ...environment, DATABASE_URL: urlOf(there as never) }
  expect((await run(runRestore, 'own.tar.zst.age', target)).err).toMatch(
    /^the backup is encrypted: name the file/,
  )
  writeFileSync(at('key.txt'), `# public key: age1\n${identity}\n`)
  const restored = await run(runRestore, `own.tar.zst.age --identity ${at('key.txt')}`, target)
  expect([restored.code, restored.err]).toEqual([0, ''])
  const users = 'select count(*)::integer as users from users'
  expect(await query(there, users)).toEqual(await query(address, users))
})
