import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { createQueryDriver } from '../../../servers/index.ts'
import type { ProcessDriver } from './process-driver.ts'
import { openProcessDriver, buildProcessConfig } from './testing/open-process-driver.ts'
import { listGameProcesses, createProcessDriverFixture } from './testing/process-driver-fixture.ts'

const here = hasPeerProgram('openarena-server')
const owner = `openarena-${crypto.randomUUID()}`
/** It announces itself to no master server. */
const quiet = [1, 2, 3, 4, 5].map((number) => `set sv_master${number} ""\n`).join('')
const set = (name: string, value: string) => ['+set', name, value]
/** Its files are read from below its home, which is the folder. */
const command = [
  '/usr/games/openarena-server',
  ...set('fs_homepath', '{folder}'),
  ...set('net_ip', '{host}'),
  ...set('net_port', '{port}'),
  ...set('dedicated', '1'),
  '+exec',
  'portal.cfg',
  '+map',
  'oa_dm1',
]
const query = createQueryDriver()
let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>
let driver: ProcessDriver

beforeAll(async () => {
  programs = await createProcessDriverFixture()
  const { dataDir } = programs.config
  driver = openProcessDriver(
    buildProcessConfig(dataDir, { CLUTCH_GAME_COMMAND: JSON.stringify(command) }),
    owner,
  )
})

afterAll(async () => {
  query.close()
  await programs.remove()
})

/** Waits until the game answers its own query; returns its name and map. */
async function ready(port: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const at = { protocol: 'openarena', ip: '127.0.0.1', port }
      const { name, map } = await query.ask(at, { list: false })
      return [name, map]
    },
    { timeout: 30_000, interval: 200 },
  )
}

test.runIf(isProving && here)(
  'R1 R13 a real OpenArena server is made, seen ready by its own query, restarted and removed',
  async () => {
    const number = 'sv-arena1'
    const instance = { rentalId: crypto.randomUUID(), number, generation: 1, hostName: 'local' }
    const port = await programs.freePort()
    const files = (name: string) => ({ 'baseoa/portal.cfg': `${quiet}set sv_hostname "${name}"\n` })
    const created = await driver.ensure({ ...instance, region: 'ap-shanghai', port, files: files('Rented') })
    expect(await ready(port)).toEqual(['Rented', 'oa_dm1'])
    await driver.configure(instance, files('Renamed'))
    const again = await driver.restart(instance, 'op-1')
    expect(again.run).not.toBe(created.run)
    expect(await ready(port)).toEqual(['Renamed', 'oa_dm1'])
    expect(listGameProcesses(instance)).toHaveLength(1)
    await driver.remove(instance, { graceMs: 5_000, keepData: false })
    expect(await driver.observe(instance)).toBeNull()
    expect(await programs.leftovers(owner)).toEqual([])
  },
  90_000,
)
