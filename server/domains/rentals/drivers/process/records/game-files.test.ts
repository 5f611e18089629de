import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileRefused } from '../../driver.ts'
import { readGameFile } from './game-files.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'clutch-files-'))
  mkdirSync(join(home, 'game/cfg/MatchZy'), { recursive: true })
  writeFileSync(join(home, 'game/cfg/MatchZy/a.json'), 'mine')
  mkdirSync(join(home, 'other/MatchZy'), { recursive: true })
  writeFileSync(join(home, 'other/MatchZy/a.json'), 'secret')
})
afterEach(() => rmSync(home, { recursive: true }))

test('no folder on the way to a file may be a link, not even the first', async () => {
  expect(await readGameFile(home, 'cfg/MatchZy/a.json', 10)).toBe('mine')
  for (const [part, target] of [
    ['game/cfg/MatchZy', '../../other/MatchZy'],
    ['game/cfg', '../other'],
    ['game', '../other'],
  ] as const) {
    renameSync(join(home, part), join(home, 'aside'))
    symlinkSync(target, join(home, part))
    await expect(readGameFile(home, 'cfg/MatchZy/a.json', 10)).rejects.toThrow(FileRefused)
    rmSync(join(home, part))
    renameSync(join(home, 'aside'), join(home, part))
  }
  await expect(readGameFile(home, 'cfg/MatchZy/a.json/b', 10)).rejects.toThrow(FileRefused)
})
