import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { InstanceNotFound, HostUnreachable, PortInUse } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, buildInstanceSpec } from './driver-fixture.ts'

/** Rules about an instance's port, host and owner, and that nothing of it remains. */
export const isolationRules: DriverRules = {
  'R10 removing leaves no process, port or folder; a missing instance is removed too': async (context) => {
    const { driver, fixture, owner } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    await driver.remove(instance, { graceMs: 1_000, keepData: false })
    await driver.ensure(spec)
    await driver.remove(instance, { graceMs: 5_000, keepData: false })
    expect(await driver.observe(instance)).toBeNull()
    expect((await driver.list(instance.hostName)).instances).toEqual([])
    expect(await fixture.running(instance)).toBe(0)
    expect(await fixture.leftovers(owner)).toEqual([])
    for (const free of await Promise.all([listenTcp(spec.port), listenUdp(spec.port)])) await free()
    await driver.remove(instance, { graceMs: 1_000, keepData: false })
    for (const ask of [
      () => driver.restart(instance, crypto.randomUUID()),
      () => driver.verify(instance, crypto.randomUUID()),
      () => driver.configure(instance, spec.files),
    ])
      await expect(ask()).rejects.toThrow(InstanceNotFound)
    expect(await fixture.leftovers(owner)).toEqual([])
  },

  'R10 a TCP port of another program is reported, and nothing is created': (context) =>
    expectPortInUse(context, listenTcp),
  'R10 a UDP port of another program is reported, and nothing is created': (context) =>
    expectPortInUse(context, listenUdp),

  'R4 what belongs to another owner is neither listed nor touched': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const created = await driver.ensure(await buildInstanceSpec(context, instance))
    const stranger = await context.another(`stranger-${crypto.randomUUID()}`)
    expect(await stranger.list(instance.hostName)).toEqual({ instances: [], complete: true })
    expect(await stranger.observe(instance)).toBeNull()
    await stranger.remove(instance, { graceMs: 0, keepData: false })
    await expect(stranger.restart(instance, crypto.randomUUID())).rejects.toThrow(InstanceNotFound)
    expect(await driver.observe(instance)).toEqual(created)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R1 generations of one rental are distinguished': async (context) => {
    const { driver } = context
    const old = context.instance()
    const first = await driver.ensure(await buildInstanceSpec(context, old))
    const next = { ...old, generation: 2 }
    const second = await driver.ensure(await buildInstanceSpec(context, next))
    try {
      const { instances } = await driver.list(old.hostName)
      expect(instances.toSorted((a, b) => a.generation - b.generation)).toEqual([first, second])
      await driver.remove(old, { graceMs: 1_000, keepData: false })
      expect(await driver.observe(next)).toEqual(second)
      expect(await driver.observe(old)).toBeNull()
    } finally {
      await driver.remove(next, { graceMs: 0, keepData: false })
    }
  },

  'R6 a machine that the driver does not know is silent, not empty': async (context) => {
    const { driver } = context
    const instance = { ...context.instance(), hostName: 'elsewhere' }
    await expect(driver.list('elsewhere')).rejects.toThrow(HostUnreachable)
    await expect(driver.observe(instance)).rejects.toThrow(HostUnreachable)
    await expect(driver.ensure(await buildInstanceSpec(context, instance))).rejects.toThrow(HostUnreachable)
    await expect(driver.remove(instance, { graceMs: 0, keepData: false })).rejects.toThrow(HostUnreachable)
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
  context: DriverRuleContext,
  listen: (port: number) => Promise<() => Promise<void>>,
): Promise<void> {
  const { driver, fixture, owner } = context
  const instance = context.instance()
  const spec = await buildInstanceSpec(context, instance)
  const free = await listen(spec.port)
  try {
    await expect(driver.ensure(spec)).rejects.toThrow(PortInUse)
  } finally {
    await free()
  }
  expect(await driver.observe(instance)).toBeNull()
  expect(await fixture.running(instance)).toBe(0)
  expect(await fixture.leftovers(owner)).toEqual([])
  expect(await driver.ensure(await buildInstanceSpec(context, instance))).toMatchObject({ isRunning: true })
}
