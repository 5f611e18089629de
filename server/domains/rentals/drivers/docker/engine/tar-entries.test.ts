import { Buffer } from 'node:buffer'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packTar } from './tar-archive.ts'
import { readTarFiles } from './tar-entries.ts'

const owner = { uid: 0, gid: 0 }

async function* inPieces(archive: Buffer, bytes: number) {
  for (let at = 0; at < archive.length; at += bytes) yield archive.subarray(at, at + bytes)
}

test('the files of an archive are read however its bytes come, also where their content is passed over', async () => {
  const archive = packTar([
    { path: 'MatchZy', ...owner },
    { path: 'MatchZy/a.dem', content: 'x'.repeat(1_500), ...owner },
    { path: 'MatchZy/empty', content: '', ...owner },
    { path: 'MatchZy/b.dem', content: 'two', ...owner },
  ])
  for (const bytes of [1, 100, 512, 4_096]) {
    const found: unknown[] = []
    for await (const file of readTarFiles(inPieces(archive, bytes)))
      found.push([file.path, file.size, file.path.endsWith('b.dem') ? await text(file.read()) : ''])
    expect(found).toEqual([
      ['MatchZy/a.dem', 1_500, ''],
      ['MatchZy/empty', 0, ''],
      ['MatchZy/b.dem', 3, 'two'],
    ])
  }
})

test('an archive that breaks off is an error, in a file as between two', async () => {
  const archive = packTar([{ path: 'a.dem', content: 'x'.repeat(5_000), ...owner }])
  for (const end of [300, 2_000]) {
    const read = async () => {
      for await (const file of readTarFiles(inPieces(archive.subarray(0, end), 512))) await text(file.read())
    }
    await expect(read()).rejects.toThrow('ends too early')
  }
})
