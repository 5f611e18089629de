import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isProving, hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { createQueryDriver } from '../../../servers/index.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { openDockerDriver } from './open-docker-driver.ts'
import type { FleetDriver } from '../driver.ts'
import { buildDockerConfig } from './testing/docker-driver-fixture.ts'
import { type Podman, canStartPodman, startPodman } from './testing/podman.ts'

const here = canStartPodman() && hasPeerProgram('openarena-server')
const query = createQueryDriver()
const quiet = [1, 2, 3, 4, 5].map((number) => `set sv_master${number} ""\n`).join('')
let podman: Podman
let driver: FleetDriver

/** The game of the machine, through the mounts; it reads what the driver wrote into its folder. */
const command =
  `/usr/bin/env HOME={folder} /usr/games/openarena-server +set fs_homepath {folder} +set net_ip {host}
  +set net_port {port} +set dedicated 1 +exec server.cfg +map oa_dm1`.split(/\s+/)

beforeAll(async () => {
  if (!here) return
  podman = await startPodman()
  const config = buildDockerConfig(podman, command)
  driver = await openDockerDriver({ config, log: pino({ level: 'silent' }) }, 'openarena-test')
})

afterAll(async () => {
  query.close()
  await podman?.stop()
})

test.skipIf(!isProving || !here)(
  'G20 a real OpenArena server in a container: made, ready by its own query, restarted, removed',
  async () => {
    const port = await freePort()
    const instance = { rentalId: crypto.randomUUID(), number: 'sv-aren0a', generation: 1, hostName: 'box' }
    const files = { 'baseoa/server.cfg': `${quiet}set sv_hostname "Rented arena"\nset sv_maxclients 12\n` }
    const ready = () =>
      vi.waitUntil(
        () => query.ask({ protocol: 'openarena', ip: '127.0.0.1', port }, { list: false }).catch(() => null),
        { timeout: 30_000, interval: 200 },
      )
    const first = await driver.ensure({ ...instance, region: 'ap-shanghai', port, files })
    expect(await ready()).toMatchObject({ name: 'Rented arena', map: 'oa_dm1', max: 12 })
    await driver.configure(instance, { 'baseoa/server.cfg': `${quiet}set sv_hostname "Renamed"\n` })
    const second = await driver.restart(instance, 'op-1')
    expect(second.run).not.toBe(first.run)
    expect(await ready()).toMatchObject({ name: 'Renamed' })
    await driver.remove(instance, { graceMs: 3_000, keepData: false })
    expect(await driver.observe(instance)).toBeNull()
    expect(await driver.list('box')).toEqual({ instances: [], complete: true })
    await expect(
      query.ask({ protocol: 'openarena', ip: '127.0.0.1', port }, { list: false }),
    ).rejects.toThrow('no answer')
  },
  90_000,
)
