import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import {
  FileRefused,
  type FleetDriver,
  InstanceNotFound,
  type InstanceRef,
  type VisitGameFile,
} from '../driver.ts'
import { type DriverRules, buildInstanceSpec } from './driver-fixture.ts'

const path = 'cfg/MatchZy/savednades.json'
const maxBytes = 1_000

/** Files that the game writes and the portal reads: hostile ones are refused. */
export const gameFileRules: DriverRules = {
  'what the game wrote is read, whether it runs or not; what the portal writes replaces it': async (
    context,
  ) => {
    const { driver, fixture } = context
    const instance = context.instance()
    await expect(driver.readFile(instance, path, maxBytes)).rejects.toThrow(InstanceNotFound)
    const spec = await buildInstanceSpec(context, instance)
    await driver.ensure(spec)
    expect(await driver.readFile(instance, path, maxBytes)).toBeNull()
    expect(await driver.readFile(instance, 'nowhere/at/all.json', maxBytes)).toBeNull()
    await driver.configure(instance, { [path]: '{"a":1}' })
    const file = join(await fixture.folder(instance), path)
    await writeFile(file, '{"名":"🌁"}')
    expect(await driver.readFile(instance, path, maxBytes)).toBe('{"名":"🌁"}')
    await fixture.kill(instance)
    expect(await driver.readFile(instance, path, maxBytes)).toBe('{"名":"🌁"}')
    await driver.ensure(spec)
    expect(await driver.readFile(instance, path, maxBytes)).toBe('{"名":"🌁"}')
    await driver.configure(instance, { [path]: '{}' })
    expect(await driver.readFile(instance, path, maxBytes)).toBe('{}')
  },

  'a link, a folder, a pipe and a file that is too long are refused, and none outside is read': async (
    context,
  ) => {
    const { driver, fixture } = context
    const instance = context.instance()
    await driver.ensure(await buildInstanceSpec(context, instance))
    const folder = await fixture.folder(instance)
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(join(folder, 'cfg/secret'), 'secret')
    const plant: Record<string, () => Promise<unknown>> = {
      link: () => symlink('../secret', file),
      absolute: () => symlink('/etc/hostname', file),
      folder: () => mkdir(file),
      pipe: async () => execFileSync('mkfifo', [file]),
      long: async () => {
        await writeFile(file, '')
        await truncate(file, maxBytes + 1)
      },
    }
    for (const put of Object.values(plant)) {
      await put()
      await expect(driver.readFile(instance, path, maxBytes)).rejects.toThrow(FileRefused)
      await rm(file, { recursive: true })
    }
    await writeFile(file, 'x'.repeat(maxBytes))
    expect(await driver.readFile(instance, path, maxBytes)).toHaveLength(maxBytes)
    for (const outside of ['../instance.json', '/etc/hostname', 'cfg/../../x', ''])
      await expect(driver.readFile(instance, outside, maxBytes)).rejects.toThrow('outside')
  },

  'the demos of a folder are read as they are, one after the other, and removed once they are stored': async (
    context,
  ) => {
    const { driver, fixture } = context
    const instance = context.instance()
    await expect(listDemos(driver, instance)).rejects.toThrow(InstanceNotFound)
    await driver.ensure(await buildInstanceSpec(context, instance))
    expect(await listDemos(driver, instance)).toEqual({})
    const folder = join(await fixture.folder(instance), demoFolder)
    await mkdir(join(folder, 'deeper'), { recursive: true })
    const long = `${'战'.repeat(60)}.dem`
    const content = { 'a.dem': 'one', [long]: 'x'.repeat(700_001), 'b.txt': 'text' }
    for (const [name, bytes] of Object.entries(content)) await writeFile(join(folder, name), bytes)
    await writeFile(join(folder, 'empty.dem'), '')
    await writeFile(join(folder, 'deeper/c.dem'), 'deeper')
    await symlink('/etc/hostname', join(folder, 'link.dem'))
    expect(await listDemos(driver, instance)).toEqual(content)
    await driver.stop(instance, 1_000)
    await driver.stop(instance, 1_000)
    expect(await driver.observe(instance)).toMatchObject({ isRunning: false })
    expect(await listDemos(driver, instance)).toEqual(content)
    await driver.removeFile(instance, `${demoFolder}/a.dem`)
    await driver.removeFile(instance, `${demoFolder}/a.dem`)
    await driver.removeFile(instance, `${demoFolder}/nothing.dem`)
    expect(Object.keys(await listDemos(driver, instance)).toSorted()).toEqual([long, 'b.txt'].toSorted())
    await expect(driver.removeFile(instance, '../x')).rejects.toThrow('outside')
  },

  'what is thrown while a folder is read ends the reading, and so does the signal': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    await driver.ensure(await buildInstanceSpec(context, instance))
    const folder = join(await fixture.folder(instance), demoFolder)
    await mkdir(folder, { recursive: true })
    for (const name of ['a.dem', 'b.dem']) await writeFile(join(folder, name), 'x'.repeat(200_000))
    const seen: string[] = []
    const failing = driver.readFolder(
      instance,
      demoFolder,
      async ({ name }) => {
        seen.push(name)
        throw new Error('the disk is full')
      },
      new AbortController().signal,
    )
    await expect(failing).rejects.toThrow('the disk is full')
    expect(seen).toHaveLength(1)
    await expect(
      driver.readFolder(instance, demoFolder, async () => undefined, AbortSignal.abort()),
    ).rejects.toThrow(/abort/i)
    expect(Object.keys(await listDemos(driver, instance))).toHaveLength(2)
  },
}

const demoFolder = 'MatchZy'

/** The content of every file of the folder with demos. */
async function listDemos(driver: FleetDriver, instance: InstanceRef): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const visit: VisitGameFile = async ({ name, size }, read) => {
    found[name] = await text(read())
    expect(Buffer.byteLength(found[name])).toBe(size)
  }
  await driver.readFolder(instance, demoFolder, visit, new AbortController().signal)
  return found
}
