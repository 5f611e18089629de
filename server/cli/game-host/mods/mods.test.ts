import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { type Headers, pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGameHost } from '../command.ts'
import { readModsLock } from './mods-lock.ts'

let folder = ''
const at = (...path: string[]) => join(folder, ...path)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-mods-'))
  mkdirSync(at('files'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function run(...words: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const [name = '', ...rest] = words
  const code = await runGameHost([name, '--root', at('cs2'), ...rest], {
    environment: {},
    out: print,
    err: print,
  })
  return { code, text: lines.join('\n') }
}

/** A tar.gz, as Metamod is published. */
async function makeTar(...entries: (Headers & { text?: string })[]): Promise<Buffer> {
  const tar = pack()
  for (const { text = '', ...header } of entries) tar.entry(header, text)
  tar.finalize()
  return buffer(tar.pipe(createGzip()))
}

/** A zip, as CounterStrikeSharp and its plugins are published. */
function makeZip(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
  // One date, so that two of the same files are the same bytes.
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: '2026-01-01' }))
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
/** The layouts of the releases: Metamod, CounterStrikeSharp and MatchZy begin at game/csgo, SimpleAdmin at addons. */
const makeMetamod = () =>
  makeTar(
    { name: 'addons/', type: 'directory' },
    { name: 'addons/metamod/bin/linuxsteamrt64/server.so', text: 'metamod' },
    { name: 'addons/metamod.vdf', text: '"Plugin"' },
  )
const makeMatchZy = () =>
  makeZip({
    'addons/counterstrikesharp/plugins/MatchZy/MatchZy.dll': 'matchzy',
    'cfg/MatchZy/config.cfg': '// MatchZy',
  })
const makeSimpleAdmin = () =>
  makeZip({ 'counterstrikesharp/plugins/CS2-SimpleAdmin/CS2-SimpleAdmin.dll': 'simpleadmin' })

const metamod = {
  name: 'Metamod',
  version: '2.0.0.1472',
  source: 'https://github.com/alliedmodders/metamod-source/releases/download/2.0.0.1472/mmsource.tar.gz',
  sha256: null as string | null,
  checksumFrom: '',
  into: '',
  provides: 'addons/metamod',
}
const matchzy = {
  ...metamod,
  name: 'MatchZy',
  version: '0.8.15',
  source: 'https://github.com/shobhit-pathak/MatchZy/releases/download/0.8.15/MatchZy-0.8.15.zip',
  provides: 'addons/counterstrikesharp/plugins/MatchZy',
}
const simpleAdmin = {
  ...metamod,
  name: 'CS2-SimpleAdmin',
  source: 'https://github.com/daffyyyy/CS2-SimpleAdmin/releases/download/x/CS2-SimpleAdmin.zip',
  into: 'addons',
  provides: 'addons/counterstrikesharp/plugins/CS2-SimpleAdmin',
  optional: true,
}

function writeLock(mods: readonly object[], version = '2026-11'): void {
  writeFileSync(at('lock.json'), JSON.stringify({ version, mods }))
}

const install = (...words: string[]) =>
  run('mods', '--lock', at('lock.json'), '--files', at('files'), ...words)
const installed = (...path: string[]) => at('cs2/mods/2026-11', ...path)

describe('installing mods', () => {
  test('R2 the archives of the lock are verified and unpacked beside each other; optional ones on request', async () => {
    const archives = { 'mmsource.tar.gz': await makeMetamod(), 'MatchZy-0.8.15.zip': makeMatchZy() }
    for (const [name, content] of Object.entries(archives)) writeFileSync(at('files', name), content)
    writeFileSync(at('files/CS2-SimpleAdmin.zip'), makeSimpleAdmin())
    const known = (content: Buffer) => ({ sha256: hash(content), checksumFrom: 'the release page' })
    writeLock([
      { ...metamod, ...known(archives['mmsource.tar.gz']) },
      { ...matchzy, ...known(archives['MatchZy-0.8.15.zip']) },
      simpleAdmin,
    ])
    expect(await install()).toMatchObject({ code: 0, text: expect.stringContaining('the release page') })
    expect(readFileSync(installed('addons/metamod/bin/linuxsteamrt64/server.so'), 'utf8')).toBe('metamod')
    expect(existsSync(installed('addons/counterstrikesharp/plugins/MatchZy/MatchZy.dll'))).toBe(true)
    expect(existsSync(installed('addons/counterstrikesharp/plugins/CS2-SimpleAdmin'))).toBe(false)
    expect(await install()).toMatchObject({ code: 2, text: expect.stringContaining('is never changed') })

    rmSync(installed(), { recursive: true })
    expect(await install('--with', 'cs2-simpleadmin')).toMatchObject({ code: 0 })
    expect(existsSync(installed('addons/counterstrikesharp/plugins/CS2-SimpleAdmin'))).toBe(true)
    expect(await run('use-mods', '2026-11')).toMatchObject({ code: 0 })
    expect(readdirSync(at('cs2/mods')).toSorted()).toEqual(['2026-11', '2026-11.lock.json', 'current'])
    expect(await install('--with', 'Retakes')).toMatchObject({ code: 2 })
  })

  test('R2 a checksum that the lock does not know is recorded once and demanded from then on', async () => {
    writeLock([matchzy])
    const content = makeMatchZy()
    writeFileSync(at('files/MatchZy-0.8.15.zip'), content)
    expect((await install()).text).toContain(`the lock has no checksum; recorded ${hash(content)}`)
    expect(readModsLock(at('cs2/mods/2026-11.lock.json')).mods[0]?.sha256).toBe(hash(content))
    rmSync(installed(), { recursive: true })
    writeFileSync(at('files/MatchZy-0.8.15.zip'), makeZip({ 'addons/counterstrikesharp/x': 'another' }))
    expect(await install()).toMatchObject({ code: 5, text: expect.stringContaining('nothing was installed') })
    expect(existsSync(installed())).toBe(false)
  })

  test('R2 lock records the checksums of downloaded archives; mods then refuses other ones', async () => {
    writeLock([metamod, matchzy])
    writeFileSync(at('files/MatchZy-0.8.15.zip'), makeMatchZy())
    const recorded = await run('lock', '--lock', at('lock.json'), '--files', at('files'))
    expect(recorded).toMatchObject({ code: 0, text: expect.stringContaining('mmsource.tar.gz is not in') })
    const [first, second] = readModsLock(at('cs2/mods.lock.json')).mods
    expect([first?.sha256, second?.sha256]).toEqual([null, hash(makeMatchZy())])
    writeFileSync(at('files/MatchZy-0.8.15.zip'), 'another file')
    expect(await run('lock', '--files', at('files'))).toMatchObject({ code: 5 })
    writeFileSync(at('files/mmsource.tar.gz'), await makeMetamod())
    expect(await run('mods', '--files', at('files'))).toMatchObject({ code: 5 })
    expect(await run('lock')).toMatchObject({ code: 2 })
  })

  test('R2 an archive is downloaded over a redirect; without HTTPS only by its checksum', async () => {
    const content = makeMatchZy()
    const server = createServer((request, response) => {
      if (request.url === '/gone.zip') response.writeHead(404).end()
      else if (request.url === '/MatchZy.zip') response.writeHead(302, { location: '/store' }).end()
      else response.end(content)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const download = () => run('mods', '--lock', at('lock.json'))
    try {
      writeLock([{ ...matchzy, source: `${url}/MatchZy.zip` }])
      expect(await download()).toMatchObject({ code: 2, text: expect.stringContaining('needs a checksum') })
      writeLock([{ ...matchzy, source: `${url}/gone.zip`, sha256: hash(content) }])
      expect(await download()).toMatchObject({ code: 5, text: expect.stringContaining('--files') })
      writeLock([{ ...matchzy, source: `${url}/MatchZy.zip`, sha256: hash(content) }])
      expect(await download()).toMatchObject({ code: 0 })
    } finally {
      server.close()
    }
  })

  test.each([
    [
      'another layout',
      'MatchZy-0.8.15.zip',
      () => makeZip({ 'MatchZy/MatchZy.dll': '' }),
      'has another layout',
    ],
    ['a file that is no archive', 'MatchZy-0.8.15.zip', () => Buffer.from('<html>'), 'is refused'],
    ['half a tar', 'mmsource.tar.gz', async () => (await makeMetamod()).subarray(0, 80), 'is refused'],
    ['a missing file', 'MatchZy-0.8.15.zip', () => null, 'is missing; download it from https://github.com/'],
  ])('R2 %s installs nothing', async (_what, name, make, words) => {
    writeLock([name.endsWith('.zip') ? matchzy : metamod])
    const content = await make()
    if (content) writeFileSync(at('files', name), content)
    expect(await install()).toMatchObject({ code: 5, text: expect.stringContaining(words) })
    expect(existsSync(installed())).toBe(false)
  })
})

describe('archives that attack the host', () => {
  const names = ['../outside', 'addons/../../outside', '/outside', '..\\outside', 'C:\\outside']
  test.each(names)('R12 a tar with the name %j is refused', async (name) => {
    writeFileSync(at('files/mmsource.tar.gz'), await makeTar({ name, text: 'x' }))
    writeLock([metamod])
    expect(await install()).toMatchObject({
      code: 5,
      text: expect.stringContaining('leads out of its folder'),
    })
    expect(existsSync(at('outside'))).toBe(false)
    expect(existsSync(at('cs2/mods/outside'))).toBe(false)
  })

  test.each([...names, 'addons/metamod\0'])('R12 a zip with the name %j is refused', async (name) => {
    writeFileSync(at('files/MatchZy-0.8.15.zip'), makeZip({ [name]: 'x' }))
    writeLock([matchzy])
    expect(await install()).toMatchObject({
      code: 5,
      text: expect.stringContaining('leads out of its folder'),
    })
  })

  test.each(['symlink', 'link', 'character-device', 'fifo'] as const)('R12 a %s is refused', async (type) => {
    const link = { name: 'addons/metamod', type, linkname: at('outside') }
    const content = await makeTar(link, { name: 'addons/metamod/file', text: 'x' })
    writeFileSync(at('files/mmsource.tar.gz'), content)
    writeLock([metamod])
    expect(await install()).toMatchObject({ code: 5, text: expect.stringContaining(`is a ${type}`) })
    expect(existsSync(at('outside/file'))).toBe(false)
  })
})

test.each([
  ['an unknown field', { ...matchzy, color: 'red' }],
  ['a short checksum', { ...matchzy, sha256: 'abc' }],
  ['a source that is no archive', { ...matchzy, source: 'https://example.org/mod.exe' }],
  ['a folder outside of the game', { ...matchzy, into: '../..' }],
  ['a path outside of the game', { ...matchzy, provides: '/etc/passwd' }],
])('R2 a lock with %s is refused', async (_what, mod) => {
  writeLock([mod])
  expect(await install()).toMatchObject({ code: 2, text: expect.stringContaining('cannot be used') })
})

test.each(['current', '../up', '.incoming', ''])('R2 a lock cannot name its folder %j', async (version) => {
  writeLock([matchzy], version)
  expect(await install()).toMatchObject({ code: 2 })
})

test('R2 the lock file of the project can be used, and says for each mod where its checksum comes from', () => {
  const { mods } = readModsLock(join(import.meta.dirname, '../../../../deploy/game/mods.lock.json'))
  expect(mods.map(({ name }) => name)).toEqual([
    'Metamod',
    'CounterStrikeSharp',
    'MatchZy',
    'CS2-SimpleAdmin',
  ])
  for (const { sha256, checksumFrom } of mods) expect(checksumFrom === '').toBe(sha256 === null)
})
