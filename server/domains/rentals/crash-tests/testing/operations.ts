import { randomUUID } from 'node:crypto'
import {
  type RentalChange,
  type RentalRow,
  updateRentalAndNotify,
  lockRental,
  selectInstances,
} from '../../rentals.store.ts'
import { sealRentalSecret } from '../../rental-secrets.ts'
import { drainHost, restartRentals } from '../../fleet-jobs/fleet-jobs.service.ts'
import { createTestRental } from '../../testing/rental-builder.ts'
import type { CrashTestPortal } from './crash-test-portal.ts'

const day = 24 * 3_600_000

/** A rental of a lane as its owner knows it. */
export interface TestRental {
  lane: CrashTestPortal
  id: string
  password: string
}

/** Something that is asked of a rental. */
export interface Operation {
  ask: (tenant: TestRental) => Promise<void>
  /** The expected result: the server runs, is over, or is removed completely. */
  to: 'running' | 'over' | 'cleared'
  /** How often a game is started for it. */
  runs: 0 | 1
  /** The new server is made before the old one is removed. */
  mayBeTwo?: true
}

export const operations = {
  create: { ask: create, to: 'running', runs: 1 },
  password: { ask: setPassword, to: 'running', runs: 0 },
  restart: { ask: restart, to: 'running', runs: 1 },
  verify: { ask: verify, to: 'running', runs: 1 },
  restartMany: { ask: restartMany, to: 'running', runs: 1 },
  switch: { ask: switchRegion, to: 'running', runs: 1, mayBeTwo: true },
  drain: { ask: drain, to: 'running', runs: 1, mayBeTwo: true },
  expiry: { ask: (tenant) => changeRental(tenant, { expires_at: tenant.lane.now() }), to: 'over', runs: 0 },
  renewal: { ask: renew, to: 'running', runs: 1 },
  clearing: { ask: passGracePeriod, to: 'cleared', runs: 0 },
  revoke: {
    ask: (tenant) => changeRental(tenant, { revoked_at: tenant.lane.now() }),
    to: 'cleared',
    runs: 0,
  },
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/**
 * A whole life, in parts that each begin and end with a running server. Where an operation occurs twice, no
 * worker dies at the second.
 */
export const lifecycleParts: readonly (readonly OperationName[])[] = [
  ['create'],
  ['password'],
  ['restart'],
  ['verify'],
  ['restartMany'],
  ['switch'],
  ['drain'],
  ['expiry', 'renewal'],
  ['expiry', 'clearing', 'renewal'],
  ['revoke'],
]

export async function readRental({ lane, id }: TestRental): Promise<RentalRow> {
  const rental = await lockRental(lane.context.database, id)
  if (!rental) throw new Error('there is no rental')
  return rental
}

/** Why a work is not done yet, as the database has it; null: it is, and nothing is due. */
export async function findUnsettled(tenant: TestRental, { to }: Operation): Promise<string | null> {
  const { database } = tenant.lane.context
  const rental = await readRental(tenant)
  const instances = await selectInstances(database, tenant.id)
  const [current, ...others] = instances
  const moves = await database
    .selectFrom('rental_switches')
    .select(['state', 'reason'])
    .where('rental_id', '=', tenant.id)
    .where((where) =>
      where.or([
        where('state', '=', 'running'),
        where.and([where('by_owner', '=', true), where('forgotten_at', 'is', null)]),
      ]),
    )
    .execute()
  const stateOf = { running: 'running', over: 'terminated', cleared: 'terminated' }[to]
  const { state, problem, held_until: held, restart_op, verify_op, rev } = rental
  if (state !== stateOf || held !== null) return `it is ${state}${held ? ' in hands' : ''} (${problem})`
  const job = await database
    .selectFrom('fleet_job_items')
    .select(['state', 'problem'])
    .where('rental_id', '=', tenant.id)
    .where('state', '<>', 'done')
    .executeTakeFirst()
  if (job) return `a job is ${job.state}: ${job.problem}`
  if (moves.length > 0) return `a move is ${moves[0]?.state}: ${moves[0]?.reason}`
  if (to !== 'running') {
    const remaining = instances.filter((one) => one.kept || one.removed_at === null).length
    if (to === 'over') return instances.every((one) => one.removed_at !== null) ? null : 'something stands'
    return rental.cleared_at !== null && remaining === 0 ? null : 'it is not cleared'
  }
  if (!current || current.generation !== rental.generation || current.state !== 'ready')
    return 'nothing is ready'
  if (others.some((one) => one.removed_at === null)) return 'another generation exists'
  const isDone = current.restarted_op === restart_op && current.verified_op === verify_op
  return isDone && current.applied_rev === rev && current.files_rev === rev ? null : 'something is not done'
}

async function create(tenant: TestRental): Promise<void> {
  const { context } = tenant.lane
  tenant.lane.now()
  const { id } = await createTestRental(context, {
    id: tenant.id,
    password: tenant.password,
    termMs: 30 * day,
  })
  await updateRentalAndNotify(context.database, id, {}, tenant.lane.now())
}

async function changeRental({ lane, id }: TestRental, change: RentalChange): Promise<void> {
  await updateRentalAndNotify(lane.context.database, id, change, lane.now())
}

async function setPassword(tenant: TestRental): Promise<void> {
  const { rev } = await readRental(tenant)
  tenant.password = `pass${randomUUID().slice(0, 8)}`
  const password = sealRentalSecret(tenant.lane.context.keys, tenant.id, 'password', tenant.password)
  await changeRental(tenant, { password, rev: rev + 1 })
}

async function restart(tenant: TestRental): Promise<void> {
  await changeRental(tenant, { restart_op: randomUUID(), restart_at: tenant.lane.now(), state: 'restarting' })
}

async function verify(tenant: TestRental): Promise<void> {
  await changeRental(tenant, { verify_op: randomUUID(), verify_at: tenant.lane.now(), state: 'verifying' })
}

async function switchRegion(tenant: TestRental): Promise<void> {
  const { lane, id } = tenant
  const { region } = await readRental(tenant)
  const regionSwitch = {
    id: randomUUID(),
    rental_id: id,
    from_region: region,
    to_region: region === 'ap-tokyo' ? 'ap-shanghai' : 'ap-tokyo',
    by_owner: true,
    day: '2026-11-22',
    state: 'running',
    asked_at: lane.now(),
  }
  await lane.context.database.transaction().execute(async (tx) => {
    await tx.insertInto('rental_switches').values(regionSwitch).execute()
    await updateRentalAndNotify(tx, id, { state: 'switching', state_at: lane.now() }, lane.now())
  })
}

/** An operator restarts a list of servers. */
async function restartMany(tenant: TestRental): Promise<void> {
  const { number } = await readRental(tenant)
  tenant.lane.now()
  await restartRentals(tenant.lane.context, { numbers: [number] })
}

/** An operator moves everything off the host; what was drained before takes servers again. */
async function drain(tenant: TestRental): Promise<void> {
  const { context } = tenant.lane
  await context.database.updateTable('hosts').set({ cordoned_at: null }).execute()
  const [current] = await selectInstances(context.database, tenant.id)
  tenant.lane.now()
  await drainHost(context, current?.host_name ?? '', undefined)
}

async function renew(tenant: TestRental): Promise<void> {
  const expires = new Date(tenant.lane.now().getTime() + 30 * day)
  await changeRental(tenant, { expires_at: expires, state: 'creating' })
}

/** Its time of grace passes. */
async function passGracePeriod(tenant: TestRental): Promise<void> {
  tenant.lane.advance(8 * day)
  await changeRental(tenant, {})
}
