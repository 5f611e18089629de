import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { documentSettings } from './document.ts'
import { settingsInChinese } from './settings-in-chinese.ts'
import { InvalidConfig, readConfig, settingDefinitions } from './config.ts'
import { makeSecretKey } from '../keys/keys.ts'

const production = {
  CLUTCH_ENV: 'production',
  CLUTCH_PUBLIC_URL: 'https://cs.example.org',
  CLUTCH_SECRET_KEY: makeSecretKey(),
}

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems
    throw error
  }
  return []
}

function secretFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'clutch-settings-')), 'secret')
  writeFileSync(file, text)
  return file
}

test('without settings the portal runs in production mode and reports the missing ones', () => {
  expect(problemsOf({})).toEqual([
    expect.stringMatching(/^CLUTCH_PUBLIC_URL: production needs the https address/),
    expect.stringMatching(/^CLUTCH_SECRET_KEY: production needs a key/),
  ])
})

test('development needs no setting', () => {
  expect(readConfig({ CLUTCH_ENV: 'development' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: resolve('data'),
    roles: ['web', 'worker', 'poller'],
    trustProxy: [],
    pollIntervalMs: 10_000,
  })
})

test('production takes an https address only, no open demo, and no private push services', () => {
  expect(problemsOf(production)).toEqual([])
  expect(problemsOf({ ...production, CLUTCH_PUBLIC_URL: 'http://cs.example.org' })).toHaveLength(1)
  expect(problemsOf({ ...production, CLUTCH_ALLOW_OPEN_DEMO: '1' })).toEqual([
    'CLUTCH_ALLOW_OPEN_DEMO: production has no demo to open',
  ])
  expect(problemsOf({ ...production, CLUTCH_ALLOW_PRIVATE: '1' })).toEqual([])
  expect(problemsOf({ ...production, CLUTCH_ALLOW_PRIVATE_PUSH: '1' })).toEqual([
    'CLUTCH_ALLOW_PRIVATE_PUSH: in production, players must not name private addresses',
  ])
})

test('a setting under its former name works and the portal reports the new name', () => {
  const development = { CLUTCH_ENV: 'development' }
  const former = readConfig({ ...development, CLUTCH_NODE: 'box' })
  expect(former).toMatchObject({
    gameHostName: 'box',
    sources: { gameHostName: 'environment' },
    deprecations: ['CLUTCH_NODE is now called CLUTCH_GAME_HOST_NAME: rename it'],
  })
  const both = readConfig({ ...development, CLUTCH_NODE: 'old', CLUTCH_GAME_HOST_NAME: 'new' })
  expect(both.gameHostName).toBe('new')
  expect(readConfig(development).deprecations).toEqual([])
})

test.each([
  ['CLUTCH_ENV', 'staging'],
  ['CLUTCH_HOST', 'cs.example.org'],
  ['CLUTCH_PORT', '65536'],
  ['CLUTCH_PORT', '-1'],
  ['CLUTCH_PORT', '80.5'],
  ['CLUTCH_PUBLIC_URL', 'https://cs.example.org/portal'],
  ['CLUTCH_PUBLIC_URL', 'ftp://cs.example.org'],
  ['CLUTCH_ROLES', 'web,pollr'],
  ['CLUTCH_ROLES', ','],
  ['CLUTCH_TRUST_PROXY', 'true'],
  ['CLUTCH_TRUST_PROXY', '10.0.0.0/33'],
  ['CLUTCH_LOG_LEVEL', 'loud'],
  ['CLUTCH_POLL_INTERVAL_MS', '99'],
  ['CLUTCH_ALLOW_OPEN_DEMO', 'yes'],
])('%s=%s is refused in one line that names both', (variable, value) => {
  const problems = problemsOf({ CLUTCH_ENV: 'development', [variable]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${variable}: must .*${value}`))
})

test.each([
  ['CLUTCH_SECRET_KEY', 'c2VjcmV0'],
  ['DATABASE_URL', 'mysql://clutch:c2VjcmV0@db/clutch'],
])('%s is refused without showing its value', (variable, value) => {
  const problems = problemsOf({ CLUTCH_ENV: 'development', [variable]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${variable}: must `))
  expect(problems.join()).not.toContain('c2VjcmV0')
})

test('all problems are reported at once', () => {
  const problems = problemsOf({ CLUTCH_PORT: 'x', CLUTCH_PROT: '1', CLUTCH_SECRET_KEY: 'x' })
  expect(problems.map((line) => line.split(':')[0])).toEqual([
    'CLUTCH_PROT',
    'CLUTCH_PORT',
    'CLUTCH_SECRET_KEY',
    'CLUTCH_PUBLIC_URL',
  ])
})

test('a setting may be read from a file', () => {
  const key = makeSecretKey()
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_SECRET_KEY_FILE: secretFile(`${key}\n`) })
  expect(config.secretKey).toBe(key)
})

test('a setting may not be set both in the environment and in a file, nor in a file that does not exist', () => {
  expect(problemsOf({ ...production, CLUTCH_SECRET_KEY_FILE: secretFile('x') })).toEqual([
    'CLUTCH_SECRET_KEY: is set twice, also by CLUTCH_SECRET_KEY_FILE',
  ])
  expect(problemsOf({ CLUTCH_ENV: 'development', DATABASE_URL_FILE: '/nowhere/url' })).toEqual([
    'DATABASE_URL: the file of DATABASE_URL_FILE cannot be read: /nowhere/url',
  ])
})

test('an empty setting counts as unset, and names of other programs are left alone', () => {
  expect(
    problemsOf({ CLUTCH_ENV: 'development', CLUTCH_PORT: '', CLUTCH_DEMO_GAME_PORT: '0', CLUTCH_PROVE: '1' }),
  ).toEqual([])
})

test('the address of the database behind a pooler needs that of the pooler', () => {
  const direct = { CLUTCH_DATABASE_DIRECT_URL: 'postgres://a@10.0.0.5/clutch' }
  const pooled = { ...direct, DATABASE_URL: 'postgres://a@127.0.0.1:6432/clutch' }
  expect(problemsOf({ CLUTCH_ENV: 'development', ...pooled })).toEqual([])
  expect(problemsOf({ CLUTCH_ENV: 'development', ...direct })).toEqual([
    'CLUTCH_DATABASE_DIRECT_URL: needs DATABASE_URL, the address of the pooler',
  ])
  expect(problemsOf({ CLUTCH_ENV: 'development', ...direct, DATABASE_URL: 'mysql://a/b' })).toEqual([
    expect.stringMatching(/^DATABASE_URL: must /),
  ])
})

test('proxies are read as addresses and networks', () => {
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1',
  })
  expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::1'])
})

test('docs/settings.md and its Chinese version match the definitions', () => {
  const english = Object.fromEntries(Object.entries(settingDefinitions).map(([name, { doc }]) => [name, doc]))
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../docs', path), 'utf8')
  expect(read('settings.md')).toBe(documentSettings('en', settingDefinitions, english))
  expect(read('zh/settings.md')).toBe(documentSettings('zh', settingDefinitions, settingsInChinese))
})
