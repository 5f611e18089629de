import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'vitest'
import { updateRentalAndNotify, selectInstances } from '../../rentals.store.ts'
import type { CrashTestPortal } from './crash-test-portal.ts'
import { expectResult } from './run-lifecycle.ts'
import { type TestRental, type OperationName, findUnsettled, readRental, operations } from './operations.ts'

const settleTimeoutMs = 60_000
const minute = 60_000
const day = 24 * 60 * minute

/** What the portal keeps with any driver, tried with two workers and real game servers. Each leaves nothing behind. */
export const driverLifecycleRules: Readonly<Record<string, (lane: CrashTestPortal) => Promise<void>>> = {
  'R8 two workers make three servers at once, each once': async (lane) => {
    await lane.guard.begin({ mayBeTwo: false })
    const tenants = [1, 2, 3].map(() => newTestRental(lane))
    for (const tenant of tenants) await operations.create.ask(tenant)
    for (const tenant of tenants) await waitUntilDone(tenant, 'create')
    const { running, begun: startedAt } = await lane.guard.count()
    expect([new Set(running.map(({ rentalId }) => rentalId)).size, running.length, startedAt]).toEqual([
      3, 3, 3,
    ])
    for (const tenant of tenants) await revokeAndWait(tenant)
  },

  'R9 while a server moves one of it runs all the time, two at most': async (lane) => {
    const tenant = await createRunningRental(lane)
    const { region } = await readRental(tenant)
    await lane.guard.begin({ mayBeTwo: true, serving: tenant.id })
    await runAndExpect(tenant, 'switch')
    await lane.guard.begin({ mayBeTwo: false })
    expect((await readRental(tenant)).region).not.toBe(region)
    await revokeAndWait(tenant)
  },

  'R11 who renews before the end was seen keeps the server that runs, who renews after it gets another':
    async (lane) => {
      const tenant = await createRunningRental(lane)
      const { database } = lane.context
      await lane.guard.begin({ mayBeTwo: false })
      await database.transaction().execute(async (tx) => {
        await updateRentalAndNotify(tx, tenant.id, { expires_at: lane.now() }, lane.now())
        await updateRentalAndNotify(
          tx,
          tenant.id,
          { expires_at: new Date(lane.now().getTime() + day) },
          lane.now(),
        )
      })
      await waitUntilDone(tenant, 'create')
      await expectResult(tenant, { to: 'running', runs: 0 })
      await operations.expiry.ask(tenant)
      const seen = async () => ((await readRental(tenant)).state === 'running' ? 'it still runs' : null)
      await lane.until(seen, settleTimeoutMs)
      await runAndExpect(tenant, 'renewal')
      expect((await selectInstances(database, tenant.id))[0]?.generation).toBe(2)
      await revokeAndWait(tenant)
    },

  'R12 R13 a password that is changed during a restart holds after it, and it is one restart': async (
    lane,
  ) => {
    const tenant = await createRunningRental(lane)
    await lane.guard.begin({ mayBeTwo: false })
    await operations.restart.ask(tenant)
    await operations.password.ask(tenant)
    await waitUntilDone(tenant, 'restart')
    await expectResult(tenant, operations.restart)
    await revokeAndWait(tenant)
  },

  'R14 a clock that jumps two days to and fro ends nothing and starts nothing': async (lane) => {
    const tenant = await createRunningRental(lane)
    await lane.guard.begin({ mayBeTwo: false })
    for (const days of [-2, 2]) {
      lane.advance(days * day)
      await operations.password.ask(tenant)
      await waitUntilDone(tenant, 'password')
      await expectResult(tenant, operations.password)
    }
    await revokeAndWait(tenant)
  },

  'R4 a server without a record is removed by the next worker': async (lane) => {
    const tenant = await createRunningRental(lane)
    const { database } = lane.context
    const gone = { state: 'removed', removed_at: lane.now() }
    await database.transaction().execute(async (tx) => {
      await tx.updateTable('rental_instances').set(gone).where('rental_id', '=', tenant.id).execute()
      await updateRentalAndNotify(tx, tenant.id, { revoked_at: lane.now() }, lane.now())
    })
    await waitUntilDone(tenant, 'revoke')
    expect((await lane.guard.count()).running).toHaveLength(1)
    lane.advance(3 * minute)
    await lane.start()
    for (const _old of [1, 2]) await lane.retire()
    const standing = async () => (await lane.substrate.leftovers(lane.owner)).join(', ') || null
    await lane.until(standing, settleTimeoutMs)
  },
}

function newTestRental(lane: CrashTestPortal): TestRental {
  return { lane, id: randomUUIDv7(), password: 'first1234' }
}

async function createRunningRental(lane: CrashTestPortal): Promise<TestRental> {
  const tenant = newTestRental(lane)
  await lane.guard.begin({ mayBeTwo: false })
  await runAndExpect(tenant, 'create')
  return tenant
}

/** Requests an operation and waits for its result. */
async function runAndExpect(tenant: TestRental, name: OperationName): Promise<void> {
  await operations[name].ask(tenant)
  await waitUntilDone(tenant, name)
  await expectResult(tenant, operations[name])
}

async function waitUntilDone(tenant: TestRental, name: OperationName): Promise<void> {
  await tenant.lane.until(() => findUnsettled(tenant, operations[name]), settleTimeoutMs)
}

async function revokeAndWait(tenant: TestRental): Promise<void> {
  await operations.revoke.ask(tenant)
  await waitUntilDone(tenant, 'revoke')
}
