import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import { createProcessDriverFixture, listGameProcesses } from '../testing/process-driver-fixture.ts'
import { getPinningProblem, readMachine } from './pinning.ts'

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)(
  'R12 a process runs on the cores of its class and with its priority, also after a restart',
  async () => {
    const classes = { standard: { cores: '0', nice: 7 }, performance: {} }
    const programs = await createProcessDriverFixture({ CLUTCH_HOST_CLASSES: JSON.stringify(classes) })
    const driver = await programs.open(randomUUID())
    const instance = { rentalId: randomUUID(), number: 'sv-pinned', generation: 1, hostName: 'local' }
    const look = async () => {
      const [pid = 0] = listGameProcesses(instance)
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return { cores: /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1], nice: getPriority(pid) }
    }
    const wait = async (wanted: object) => {
      await expect.poll(look, { timeout: 20_000 }).toEqual(wanted)
    }
    const everyCore = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    const files = programs.files('pinned', 'x')
    const place = { region: 'ap-tokyo', port: await programs.freePort(), files }
    await driver.ensure({ ...instance, hostClass: 'standard', ...place })
    await wait({ cores: '0', nice: 7 })
    await driver.restart({ ...instance, hostClass: 'standard' }, 'again')
    await wait({ cores: '0', nice: 7 })
    await driver.remove(instance, { graceMs: 0, keepData: false })
    await driver.ensure({ ...instance, hostClass: 'performance', ...place })
    await wait({ cores: everyCore, nice: getPriority() })
    await driver.remove(instance, { graceMs: 0, keepData: false })
    await programs.remove()
  },
)

test('R12 without the programs that pin, the machine offers nothing rather than servers that are not pinned', () => {
  expect(getPinningProblem({ standard: { cores: '0' }, performance: {} }, '0-1')).toBeNull()
  vi.stubEnv('PATH', '/nowhere')
  expect(getPinningProblem({ standard: {} })).toBeNull()
  expect(getPinningProblem({ standard: { cores: '0' } })).toContain('taskset')
  expect(getPinningProblem({ standard: { nice: 5 } })).toContain('nice')
  vi.unstubAllEnvs()
})

const lacks = (cores: string) =>
  `CLUTCH_HOST_CLASSES: performance.cores is ${cores}, and this machine has the cores 0-1`

test.each([
  ['0-1', '0-1', null],
  ['0,2', '0-3', null],
  ['2', '0-1', lacks('2')],
  ['0-2', '0-1', lacks('0-2')],
])('R12 a class on the cores %s of a machine with the cores %s', (cores, allowed, problem) => {
  expect(getPinningProblem({ standard: {}, performance: { cores } }, allowed)).toBe(problem)
  expect(getPinningProblem({ performance: { cores } }, null)).toBeNull()
})

test('R12 the machine says how much memory and how many cores it has', () => {
  const { memoryMb, cpus } = readMachine()
  expect(memoryMb).toBeGreaterThan(100)
  expect(Number.isInteger(cpus) && cpus > 0).toBe(true)
})
