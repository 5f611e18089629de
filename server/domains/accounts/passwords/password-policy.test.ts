import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { validatePassword } from '@clutch/contract/rules/accounts/password-policy.ts'
import { assertPasswordAllowed } from './password-policy.ts'

const codeOf = (password: string, known: readonly (string | null)[] = []) =>
  assertPasswordAllowed(password, known).then(
    () => null,
    (error: { code: string }) => error.code,
  )

test('C8 each of the 10,000 most common passwords that keeps the other rules is refused, in any case of letters', async () => {
  const common = dictionary['passwords-common']
    .slice(0, 10_000)
    .filter((one) => validatePassword(one) === null)
  expect(common.length).toBeGreaterThan(2_000)
  for (const password of common)
    expect([password, await codeOf(password.toUpperCase())]).toEqual([password, 'password.common'])
})

test.each([
  '12345678',
  'password',
  'Password1',
  'qwerty123',
  '88888888',
  '12341234',
  'abcabcabc',
  '23456789',
  'hgfedcba',
  '19861010',
  '13800138000',
  'WoAiNi1314',
])('C8 %s is too common', async (password) => {
  expect(await codeOf(password)).toBe('password.common')
})

test.each([
  ['kite.b@mail.example', 'the whole e-mail address'],
  ['Kite.B2026', 'its first part and four digits'],
  ['kite-123456', 'a part of it and a common password'],
  ['mail.example1', 'its domain'],
  ['NightOwl#99', 'the name'],
  ['99nightowl', 'the name behind digits'],
  ['kitenightowl', 'both'],
])('C8 %s is made of %s', async (password) => {
  expect(await codeOf(password, ['kite.b@mail.example', 'NightOwl', null])).toBe('password.personal')
})

test.each(['correct-horse-1', 'another-Harbour_9', 'kite-over-the-hill', 'xK9#vQ2m', '8d2f61c0a94b'])(
  'C8 %s is a password',
  async (password) => {
    expect(await codeOf(password, ['kite.b@mail.example', 'NightOwl', '北岸'])).toBeNull()
  },
)
