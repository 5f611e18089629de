import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { FileRefused, InstanceNotFound } from '../driver.ts'
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
}
