import { isProving } from '@clutch/tools/testing/test-options.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import type { DatabaseAddress } from '../../../platform/database/index.ts'
import { BackupFixture, query } from '../testing/backup-fixture.ts'
import { checkArchive, fileSource } from './read-archive.ts'

let fixture: BackupFixture
let address: DatabaseAddress
let identity: string
let other: string

beforeAll(async () => {
  fixture = new BackupFixture()
  address = (await fixture.filled(await getTestCluster())).address
  identity = await generateIdentity()
  other = await generateIdentity()
  const recipients = [
    await identityToRecipient(identity),
    await identityToRecipient(await generateIdentity()),
  ]
  await fixture.backup(address, fixture.at('sealed.tar.zst.age'), { recipients })
})
afterAll(() => fixture.close())

const check = (file: string, ...identities: string[]) =>
  checkArchive(fileSource(fixture.at(file), identities))

test('an encrypted backup is opened by one of its keys and by no other', async () => {
  await expect(check('sealed.tar.zst.age', other, identity)).resolves.toMatchObject({ format: 1 })
  await expect(check('sealed.tar.zst.age', other)).rejects.toThrow('the backup is encrypted to another key')
  await expect(check('sealed.tar.zst.age')).rejects.toThrow(
    /^the backup is encrypted: name the file of its key/,
  )
  await expect(check('sealed.tar.zst.age', 'AGE-SECRET-KEY-1X')).rejects.toThrow(
    'this is no secret key of age',
  )
  const bytes = readFileSync(fixture.at('sealed.tar.zst.age'))
  expect(bytes.includes('tables/users')).toBe(false)
})

// The command's test restores one in `npm test` (cli/backup/command.test.ts).
test.runIf(isProving)('an encrypted backup is restored', async () => {
  const there = await fixture.empty(await getTestCluster())
  const file = fileSource(fixture.at('sealed.tar.zst.age'), [identity])
  await fixture.restore(there, file)
  const users = 'select count(*)::integer as users from users'
  expect(await query(there, users)).toEqual(await query(address, users))
})

test.each([100, 10_000, 20_000])('an encrypted backup that is cut at %i bytes is damaged', async (bytes) => {
  const whole = readFileSync(fixture.at('sealed.tar.zst.age'))
  writeFileSync(fixture.at('cut.age'), whole.subarray(0, Math.min(bytes, whole.length - 1)))
  await expect(check('cut.age', identity)).rejects.toThrow('the backup is damaged')
})

test('an encrypted backup with a changed byte is damaged', async () => {
  const changed = readFileSync(fixture.at('sealed.tar.zst.age'))
  changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1
  writeFileSync(fixture.at('changed.age'), changed)
  await expect(check('changed.age', identity)).rejects.toThrow('the backup is damaged')
})
