import { expect, test } from 'vitest'
import { readConfig, InvalidConfig } from './config.ts'
import { makeSecretKey } from '../keys/keys.ts'

const production = {
  CLUTCH_ENV: 'production',
  CLUTCH_PUBLIC_URL: 'https://cs.example.org',
  CLUTCH_SECRET_KEY: makeSecretKey(),
}
const inventory = {
  INVENTORY_URL: 'https://skins.example.org',
  INVENTORY_API_KEY: 'a-key-of-the-site',
  INVENTORY_DATABASE_URL: 'postgres://portal:secret-word@db.example.org/inventory',
}

/** Why a start is refused. */
function problems(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    return error.problems
  }
}

const names = (environment: NodeJS.ProcessEnv) =>
  problems(environment).map((problem) => problem.split(':')[0])

test('J3 a portal starts without an inventory site, with one, and with one whose database it was given', () => {
  const { INVENTORY_DATABASE_URL: _database, ...site } = inventory
  for (const base of [{ CLUTCH_ENV: 'development' }, production])
    for (const some of [{}, site, inventory]) expect(problems({ ...base, ...some })).toEqual([])
})

test.each([
  [{ INVENTORY_API_KEY: undefined }, ['INVENTORY_API_KEY']],
  [{ INVENTORY_URL: undefined }, ['INVENTORY_URL']],
  [{ INVENTORY_URL: undefined, INVENTORY_API_KEY: undefined }, ['INVENTORY_URL']],
  [{ INVENTORY_URL: 'https://skins.example.org/path' }, ['INVENTORY_URL']],
  [{ INVENTORY_URL: 'https://skins.example.org; script-src *' }, ['INVENTORY_URL']],
  [{ INVENTORY_URL: 'https://cs.example.org' }, ['INVENTORY_URL']],
  [{ INVENTORY_DATABASE_URL: 'mysql://db.example.org/inventory' }, ['INVENTORY_DATABASE_URL']],
])('J3 half of an inventory site, or one that cannot be, does not start: %j', (change, wrong) => {
  expect(names({ ...production, ...inventory, ...change })).toEqual(wrong)
})

test.each([
  'http://skins.example.org',
  'http://127.0.0.1:8093',
  'https://127.0.0.1:8093',
  'https://[::1]',
  'https://localhost',
])('J3 production rejects an emulator: %s', (url) => {
  expect(names({ ...production, ...inventory, INVENTORY_URL: url })).toEqual(['INVENTORY_URL'])
  expect(names({ CLUTCH_ENV: 'development', ...inventory, INVENTORY_URL: url })).toEqual([])
})

test('J3 a problem is reported without the key and without the database password', () => {
  const wrong = {
    INVENTORY_API_KEY: 'secret word',
    INVENTORY_DATABASE_URL: 'http://u:secret-word@db.example.org/x',
  }
  const found = problems({ ...production, ...inventory, ...wrong })
  expect(found).toHaveLength(2)
  expect(found.join()).not.toMatch(/secret.word/)
})
