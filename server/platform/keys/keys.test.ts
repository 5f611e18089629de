import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KeyRing, SealBroken, loadKeyRing, makeSecretKey } from './keys.ts'

test('sealed data opens only in its own context', () => {
  const ring = new KeyRing(makeSecretKey())
  const sealed = ring.seal('rcon пароль 密码', 'server:1:rcon')
  expect(sealed).not.toContain('rcon')
  expect(ring.open(sealed, 'server:1:rcon')).toBe('rcon пароль 密码')
  expect(() => ring.open(sealed, 'server:2:rcon')).toThrow(SealBroken)
})

test('the same text is sealed differently each time, and an empty one too', () => {
  const ring = new KeyRing(makeSecretKey())
  expect(ring.seal('', 'x')).not.toBe(ring.seal('', 'x'))
  expect(ring.open(ring.seal('', 'x'), 'x')).toBe('')
})

test('a seal with any bit changed does not open', () => {
  const ring = new KeyRing(makeSecretKey())
  const [id, body] = ring.seal('secret', 'x').split('.')
  const bytes = Buffer.from(body ?? '', 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const forged = Buffer.from(bytes)
    forged[at] = (forged[at] ?? 0) ^ 1
    expect(() => ring.open(`${id}.${forged.toString('base64url')}`, 'x')).toThrow(SealBroken)
  }
  for (const text of ['', 'x', `${id}.`, `${id}.AAAA`]) expect(() => ring.open(text, 'x')).toThrow(SealBroken)
})

test('after a change of keys the old ones still open and verify, the new one seals and signs', () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const before = new KeyRing(first)
  const sealed = before.seal('kept', 'x')
  for (const text of [`${second},${first}`, `new:${second},old:${first}`]) {
    const after = new KeyRing(text)
    expect(after.open(sealed, 'x')).toBe('kept')
    expect(() => after.open(sealed, 'y')).toThrow(SealBroken)
    expect(() => before.open(after.seal('new', 'x'), 'x')).toThrow(SealBroken)
    expect(new KeyRing(second).open(after.seal('new', 'x'), 'x')).toBe('new')
    const [current, old] = after.signingKeys('session')
    expect([current, old]).toMatchObject([
      { key: new KeyRing(second).signingKeys('session')[0]?.key },
      { key: before.signingKeys('session')[0]?.key },
    ])
  }
})

test('keys may be named alike at each change: a name never decides which key opens a text', () => {
  const [first, second, third] = [makeSecretKey(), makeSecretKey(), makeSecretKey()]
  const texts = [first, `new:${second},old:${first}`].map((text) => new KeyRing(text).seal('kept', 'x'))
  // What versions that named the key of a text by its label sealed.
  const labelled = (texts[1] ?? '').replace(/^[^.]+/, 'new')
  const last = new KeyRing(`new:${third},old:${second},oldest:${first}`)
  for (const text of [...texts, labelled]) expect(last.open(text, 'x')).toBe('kept')
  expect(() => new KeyRing(`new:${third}`).open(labelled, 'x')).toThrow(SealBroken)
})

test('each purpose has a signing key of its own', () => {
  const ring = new KeyRing(makeSecretKey())
  expect(ring.signingKeys('session')).not.toEqual(ring.signingKeys('download'))
})

test.each([
  ['nothing', ''],
  ['a short key', 'c2hvcnQ='],
  ['a comma at the end', `${makeSecretKey()},`],
  ['an id with capitals', `Bad:${makeSecretKey()}`],
  ['one id twice', `a:${makeSecretKey()},a:${makeSecretKey()}`],
])('as key %s is refused', (_what, text) => {
  expect(() => new KeyRing(text)).toThrow(/key/)
})

test('without a setting the key is made once, in a file only its owner reads', () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'clutch-keys-')), 'data')
  const sealed = loadKeyRing(undefined, dataDir).seal('kept', 'x')
  expect(loadKeyRing(undefined, dataDir).open(sealed, 'x')).toBe('kept')
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(() => loadKeyRing(makeSecretKey(), dataDir).open(sealed, 'x')).toThrow(SealBroken)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()).toHaveLength(44)
})
