import { expect, test } from 'vitest'
import { isGameOutdated, parseGameVersion } from './game-version.ts'

test.each([
  ['1.41.3.1', 14131],
  ['1.40.10.2', 140102],
  ['1.41', 141],
  ['', null],
  ['14131', null],
  ['1.41.3.1 ', null],
  ['1..3', null],
  ['v1.41', null],
])('D18 the version %j is %j', (text, version) => {
  expect(parseGameVersion(text)).toBe(version)
})

test.each([
  ['1.41.3.0', 14131, true],
  ['1.41.3.1', 14131, false],
  ['1.41.3.2', 14131, false],
  [null, 14131, false],
  ['1.41.3.0', null, false],
  ['unknown', 14131, false],
])('D18 a server of version %j where Steam demands %j is outdated: %j', (version, required, outdated) => {
  expect(isGameOutdated(version, required)).toBe(outdated)
})
