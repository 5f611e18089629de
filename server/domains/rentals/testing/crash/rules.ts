import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'vitest'
import { changeLease, selectInstances } from '../../lease-store.ts'
import type { Lane } from './lane.ts'
import { isAsWanted } from './lives.ts'
import { type Tenant, type WorkName, openProblem, readLease, works } from './works.ts'

const patienceMs = 60_000
const minute = 60_000
const day = 24 * 60 * minute

/** What the portal keeps with any driver, tried with two workers and real game servers. Each leaves nothing behind. */
export const lifeOnDrivers: Readonly<Record<string, (lane: Lane) => Promise<void>>> = {
  'R8 two workers make three servers at once, each once': async (lane) => {
    await lane.guard.begin({ mayBeTwo: false })
    const tenants = [1, 2, 3].map(() => tenantOf(lane))
    for (const tenant of tenants) await works.create.ask(tenant)
    for (const tenant of tenants) await done(tenant, 'create')
    const { running, begun } = await lane.guard.count()
    expect([new Set(running.map(({ leaseId }) => leaseId)).size, running.length, begun]).toEqual([3, 3, 3])
    for (const tenant of tenants) await end(tenant)
  },

  'R9 while a server moves one of it runs all the time, two at most': async (lane) => {
    const tenant = await made(lane)
    const { region } = await readLease(tenant)
    await lane.guard.begin({ mayBeTwo: true, serving: tenant.id })
    await ask(tenant, 'switch')
    await lane.guard.begin({ mayBeTwo: false })
    expect((await readLease(tenant)).region).not.toBe(region)
    await end(tenant)
  },

  'R11 who renews before the end was seen keeps the server that runs, who renews after it gets another':
    async (lane) => {
      const tenant = await made(lane)
      const { database } = lane.context
      await lane.guard.begin({ mayBeTwo: false })
      await database.transaction().execute(async (tx) => {
        await changeLease(tx, tenant.id, { expires_at: lane.now() }, lane.now())
        await changeLease(tx, tenant.id, { expires_at: new Date(lane.now().getTime() + day) }, lane.now())
      })
      await done(tenant, 'create')
      await isAsWanted(tenant, { to: 'running', runs: 0 })
      await works.expiry.ask(tenant)
      const seen = async () => ((await readLease(tenant)).state === 'running' ? 'it still runs' : null)
      await lane.until(seen, patienceMs)
      await ask(tenant, 'renewal')
      expect((await selectInstances(database, tenant.id))[0]?.generation).toBe(2)
      await end(tenant)
    },

  'R12 R13 a password that is changed during a restart holds after it, and it is one restart': async (
    lane,
  ) => {
    const tenant = await made(lane)
    await lane.guard.begin({ mayBeTwo: false })
    await works.restart.ask(tenant)
    await works.password.ask(tenant)
    await done(tenant, 'restart')
    await isAsWanted(tenant, works.restart)
    await end(tenant)
  },

  'R14 a clock that jumps two days to and fro ends nothing and starts nothing': async (lane) => {
    const tenant = await made(lane)
    await lane.guard.begin({ mayBeTwo: false })
    for (const days of [-2, 2]) {
      lane.advance(days * day)
      await works.password.ask(tenant)
      await done(tenant, 'password')
      await isAsWanted(tenant, works.password)
    }
    await end(tenant)
  },

  'R4 a server that is written nowhere as standing is removed by the next worker': async (lane) => {
    const tenant = await made(lane)
    const { database } = lane.context
    const gone = { state: 'removed', removed_at: lane.now() }
    await database.transaction().execute(async (tx) => {
      await tx.updateTable('lease_instances').set(gone).where('lease_id', '=', tenant.id).execute()
      await changeLease(tx, tenant.id, { revoked_at: lane.now() }, lane.now())
    })
    await done(tenant, 'revoke')
    expect((await lane.guard.count()).running).toHaveLength(1)
    lane.advance(3 * minute)
    await lane.start()
    for (const _old of [1, 2]) await lane.retire()
    const standing = async () => (await lane.substrate.leftovers(lane.owner)).join(', ') || null
    await lane.until(standing, patienceMs)
  },
}

function tenantOf(lane: Lane): Tenant {
  return { lane, id: randomUUIDv7(), password: 'first1234' }
}

async function made(lane: Lane): Promise<Tenant> {
  const tenant = tenantOf(lane)
  await lane.guard.begin({ mayBeTwo: false })
  await ask(tenant, 'create')
  return tenant
}

/** Asks for a work and waits for what it comes to. */
async function ask(tenant: Tenant, name: WorkName): Promise<void> {
  await works[name].ask(tenant)
  await done(tenant, name)
  await isAsWanted(tenant, works[name])
}

async function done(tenant: Tenant, name: WorkName): Promise<void> {
  await tenant.lane.until(() => openProblem(tenant, works[name]), patienceMs)
}

async function end(tenant: Tenant): Promise<void> {
  await works.revoke.ask(tenant)
  await done(tenant, 'revoke')
}
