import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { InstanceNotFound, HostUnreachable, PortInUse } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, buildInstanceSpec } from './driver-fixture.ts'

/** Rules about an instance's port, host and owner, and that nothing of it remains. */
export const isolationRules: DriverRules = {
  'R10 removing leaves no process, port or folder; a missing instance is removed too': async (bench) => {
    const { driver, subject, owner } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    await driver.remove(place, { graceMs: 1_000, keepData: false })
    await driver.ensure(wanted)
    await driver.remove(place, { graceMs: 5_000, keepData: false })
    expect(await driver.observe(place)).toBeNull()
    expect((await driver.list(place.hostName)).seen).toEqual([])
    expect(await subject.running(place)).toBe(0)
    expect(await subject.leftovers(owner)).toEqual([])
    for (const free of await Promise.all([listenTcp(wanted.port), listenUdp(wanted.port)])) await free()
    await driver.remove(place, { graceMs: 1_000, keepData: false })
    for (const ask of [
      () => driver.restart(place, crypto.randomUUID()),
      () => driver.verify(place, crypto.randomUUID()),
      () => driver.configure(place, wanted.files),
    ])
      await expect(ask()).rejects.toThrow(InstanceNotFound)
    expect(await subject.leftovers(owner)).toEqual([])
  },

  'R10 a TCP port of another program is reported, and nothing is created': (bench) =>
    expectPortInUse(bench, listenTcp),
  'R10 a UDP port of another program is reported, and nothing is created': (bench) =>
    expectPortInUse(bench, listenUdp),

  'R4 what belongs to another owner is neither listed nor touched': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const made = await driver.ensure(await buildInstanceSpec(bench, place))
    const stranger = await bench.another(`stranger-${crypto.randomUUID()}`)
    expect(await stranger.list(place.hostName)).toEqual({ seen: [], complete: true })
    expect(await stranger.observe(place)).toBeNull()
    await stranger.remove(place, { graceMs: 0, keepData: false })
    await expect(stranger.restart(place, crypto.randomUUID())).rejects.toThrow(InstanceNotFound)
    expect(await driver.observe(place)).toEqual(made)
    expect(await subject.running(place)).toBe(1)
  },

  'R1 generations of one rental are distinguished': async (bench) => {
    const { driver } = bench
    const old = bench.place()
    const first = await driver.ensure(await buildInstanceSpec(bench, old))
    const next = { ...old, generation: 2 }
    const second = await driver.ensure(await buildInstanceSpec(bench, next))
    try {
      const { seen } = await driver.list(old.hostName)
      expect(seen.toSorted((a, b) => a.generation - b.generation)).toEqual([first, second])
      await driver.remove(old, { graceMs: 1_000, keepData: false })
      expect(await driver.observe(next)).toEqual(second)
      expect(await driver.observe(old)).toBeNull()
    } finally {
      await driver.remove(next, { graceMs: 0, keepData: false })
    }
  },

  'R6 a machine that the driver does not know is silent, not empty': async (bench) => {
    const { driver } = bench
    const place = { ...bench.place(), hostName: 'elsewhere' }
    await expect(driver.list('elsewhere')).rejects.toThrow(HostUnreachable)
    await expect(driver.observe(place)).rejects.toThrow(HostUnreachable)
    await expect(driver.ensure(await buildInstanceSpec(bench, place))).rejects.toThrow(HostUnreachable)
    await expect(driver.remove(place, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
  },
}

async function listenTcp(port: number): Promise<() => Promise<void>> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

async function listenUdp(port: number): Promise<() => Promise<void>> {
  const socket = createSocket('udp4')
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return async () => {
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
}

async function expectPortInUse(
  bench: DriverRuleContext,
  listen: (port: number) => Promise<() => Promise<void>>,
): Promise<void> {
  const { driver, subject, owner } = bench
  const place = bench.place()
  const wanted = await buildInstanceSpec(bench, place)
  const free = await listen(wanted.port)
  try {
    await expect(driver.ensure(wanted)).rejects.toThrow(PortInUse)
  } finally {
    await free()
  }
  expect(await driver.observe(place)).toBeNull()
  expect(await subject.running(place)).toBe(0)
  expect(await subject.leftovers(owner)).toEqual([])
  expect(await driver.ensure(await buildInstanceSpec(bench, place))).toMatchObject({ isRunning: true })
}
