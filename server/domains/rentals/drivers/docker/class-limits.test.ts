// @slow 5 s: runs containers
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Docker from 'dockerode'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import { freePort } from '../../../../testing/free-port.ts'
import type { InstanceRef } from '../driver.ts'
import { openDockerDriver } from './open-docker-driver.ts'
import { buildDockerConfig } from './testing/docker-driver-fixture.ts'
import { type Podman, canStartPodman, nodePath, startPodman } from './testing/podman.ts'

const cgroups = '/sys/fs/cgroup'
const idle = [nodePath, '-e', 'setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit())']
const megabyte = 1_048_576
const classes = {
  standard: { memoryMb: 300, cpus: 0.5, cpuShares: 512, cores: '0' },
  performance: { memoryMb: 400, cpuShares: 2048 },
}

let podman: Podman
let docker: Docker

/** A file of the control group of a process, by controller: its name in version 1 and in version 2. */
async function readControl(pid: number, controller: string, v1: string, v2: string): Promise<string> {
  const lines = (await readFile(`/proc/${pid}/cgroup`, 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , first] = lines.find(([, names = '']) => names.split(',').includes(controller)) ?? []
  const [, , unified = ''] = lines.find(([number]) => number === '0') ?? []
  const path = first === undefined ? join(cgroups, unified, v2) : join(cgroups, controller, first, v1)
  return (await readFile(path, 'utf8')).trim()
}

/** What the kernel enforces on a container, the same for both versions of control groups. */
async function readLimits(name: string) {
  const { State } = await docker.getContainer(name).inspect()
  const control = (controller: string, v1: string, v2: string) => readControl(State.Pid, controller, v1, v2)
  const [memory, quota, period, status] = await Promise.all([
    control('memory', 'memory.limit_in_bytes', 'memory.max'),
    control('cpu', 'cpu.cfs_quota_us', 'cpu.max'),
    control('cpu', 'cpu.cfs_period_us', 'cpu.max'),
    readFile(`/proc/${State.Pid}/status`, 'utf8'),
  ])
  const [amount = '', every = period] = quota.split(' ')
  const isUnlimited = amount === 'max' || amount === '-1' || amount === '0'
  return {
    memory: Number(memory),
    cpus: isUnlimited ? null : Number(amount) / Number(every.split(' ').at(-1)),
    cores: /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1],
    shares: await control('cpu', 'cpu.shares', 'cpu.weight'),
  }
}

/** Starting an engine of its own takes longer than what is tested. */
const isProving = process.env['CLUTCH_PROVE'] === '1'

describe.skipIf(!isProving || !canStartPodman())(
  'the limits of a class on a real engine',
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      podman = await startPodman()
      docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
    })
    afterAll(() => podman.stop())

    test('R12 the kernel enforces memory, processor time, cores and weight of the class', async () => {
      const config = buildDockerConfig(podman, idle, {
        CLUTCH_HOST_CLASSES: JSON.stringify(classes),
        CLUTCH_DOCKER_CPUS: '0',
      })
      const timeouts = { queryMs: 20_000, changeMs: 20_000, stopMs: 1_000 }
      const driver = await openDockerDriver({ config, log: pino({ level: 'silent' }) }, 'portal-1', timeouts)
      const create = async (hostClass: HostClass, number: string) => {
        const instance: InstanceRef = { rentalId: number, number, generation: 1, hostName: 'box', hostClass }
        await driver.ensure({ ...instance, region: 'ap-shanghai', port: await freePort(), files: {} })
        return instance
      }
      const instances = [await create('standard', 'sv-aaaaaa'), await create('performance', 'sv-bbbbbb')]
      try {
        const everyCore = /^Cpus_allowed_list:\s*(\S+)$/m.exec(
          await readFile('/proc/self/status', 'utf8'),
        )?.[1]
        const [standard, performance] = [
          await readLimits('prac-aaaaaa-g1'),
          await readLimits('prac-bbbbbb-g1'),
        ]
        expect(standard).toMatchObject({ memory: 300 * megabyte, cpus: 0.5, cores: '0' })
        expect(performance).toMatchObject({ memory: 400 * megabyte, cpus: null, cores: everyCore })
        expect(Number(standard.shares)).toBeLessThan(Number(performance.shares))
      } finally {
        for (const instance of instances) await driver.remove(instance, { graceMs: 0, keepData: false })
      }
    })
  },
)
