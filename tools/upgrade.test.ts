import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Program, startProgram } from '@clutch/server/testing/program.ts'
import { isProving } from './testing/test-options.ts'

const present = join(import.meta.dirname, '..')

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: present, encoding: 'utf8' }).stdout.trim()
}

/** The release before this one, or what the variable names: a tag or a commit. */
const former =
  process.env['CLUTCH_UPGRADE_FROM'] ?? git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD~')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-upgrade-')))
const at = (...path: string[]) => join(home, ...path)
afterAll(() => rmSync(home, { recursive: true }))

/** Writes the files of the former version, with the libraries that are installed here. */
function checkOutFormer(): string {
  const folder = at('former')
  mkdirSync(join(folder, 'node_modules/@clutch'), { recursive: true })
  const files = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', former, folder], {
    cwd: present,
  })
  expect(files.status).toBe(0)
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

test.runIf(isProving && former !== '')(
  'K data of the former version is upgraded, and the former version runs again on the backup from before',
  async () => {
    const version = checkOutFormer()
    const before = await start(version, at('data'))
    await announce(before, 'before')
    await stop(before)
    const backup = await startProgram(
      'server/cli/backup.ts',
      { CLUTCH_DATA_DIR: at('data') },
      [at('before.tar.zst')],
      version,
    ).ended
    expect([backup.code, backup.stderr]).toEqual([0, ''])

    const upgraded = await start(present, at('data'))
    expect(await announced(upgraded)).toEqual(['before'])
    await announce(upgraded, 'after')
    expect(await announced(upgraded)).toEqual(['after', 'before'])
    await stop(upgraded)

    const restored = await startProgram(
      'server/cli/restore.ts',
      { CLUTCH_DATA_DIR: at('rolled-back') },
      [at('before.tar.zst')],
      version,
    ).ended
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    const rolledBack = await start(version, at('rolled-back'))
    expect(await announced(rolledBack)).toEqual(['before'])
    await stop(rolledBack)
  },
  180_000,
)
