import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { operatorExportLeases } from '@clutch/contract/api/operator-exports.ts'
import {
  type LeaseActBar,
  type OperatorLease,
  leaseActBars,
  type operatorGetLease,
  type operatorListLeases,
} from '@clutch/contract/api/operator-rentals.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { playerNames } from '../leaderboard/index.ts'
import { operatorBar } from './bars.ts'
import { crashProblem } from './crashes.ts'
import { isExpired } from './facts.ts'
import { type InstanceRow, type LeaseRow, selectInstances } from './lease-store.ts'
import * as store from './operator-store.ts'
import { selectRegion } from './regions-store.ts'
import { ownMaintenance } from './regions.ts'
import { lockByNumber } from './renewal-store.ts'
import { type LeaseAround, lookAround, showLease } from './view.ts'

/** Lines of one history. */
const linesMax = 200

type Parts = Pick<AppContext, 'database' | 'keys' | 'clock'>
type Told = Reply<typeof operatorGetLease>

/** One page of the leases, as the operator sees them: no password in them. Throws `search.too_long`. */
export async function listLeases(
  context: Parts,
  { page, size, sort, direction, ...asked }: Query<typeof operatorListLeases>,
): Promise<Reply<typeof operatorListLeases>> {
  const filter = filterOf(asked)
  const wanted = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(context.database, async (tx) => ({
    rows: await store.selectLeases(tx, filter, wanted),
    total: await store.countLeases(tx, filter),
  }))
  return { rows: await tellOperator(context, rows), total }
}

/** Every lease that matches, in steps, the newest first. Throws `search.too_long`. */
export async function* exportLeases(
  context: Parts,
  asked: Query<typeof operatorExportLeases>,
): AsyncGenerator<OperatorLease[]> {
  const filter = filterOf(asked)
  const steps = searchInSteps<store.OperatedRow>(context.database, (tx, after, limit) =>
    store.selectLeasesAfter(tx, filter, after, limit),
  )
  for await (const rows of steps) yield tellOperator(context, rows)
}

function filterOf({ status, kind, ...named }: Query<typeof operatorExportLeases>): store.LeaseFilter {
  return { ...named, state: status?.toLowerCase(), relocatable: kind && kind === 'relocatable' }
}

/** Everything that is known of a lease; throws `lease.not_found`. */
export async function readLease(context: Parts, number: string): Promise<Told> {
  const row = await store.selectByNumber(context.database, number)
  if (!row) throw notFound()
  const [lease] = await tellOperator(context, [row])
  if (!lease) throw new Error('a lease was not told')
  const [instances, orders, lines, region] = await Promise.all([
    selectInstances(context.database, row.id),
    store.selectOrdersOf(context.database, row.id),
    store.selectLines(context.database, row.id, linesMax),
    selectRegion(context.database, row.region),
  ])
  return {
    lease,
    barred: barredActs(context, row),
    maintenance: { own: ownMaintenance(row), region: region ? ownMaintenance(region) : null },
    instances: instances.map(toldInstance),
    orders: orders.map(({ id, number: order, kind, at, revoked_at: takenBack }) => ({
      id,
      number: order,
      kind: kind === 'new' ? ('new' as const) : ('renew' as const),
      at: at.getTime(),
      takenBack: takenBack?.getTime() ?? null,
    })),
    history: lines.map(({ id, at, generation, what, detail }) => ({
      id,
      at: at.getTime(),
      generation,
      what,
      detail: detail as Record<string, unknown>,
    })),
  }
}

/** A lease that was not taken back, held; throws `lease.not_found`. */
export async function lockAny(tx: Queries, number: string): Promise<LeaseRow> {
  const lease = await lockByNumber(tx, number)
  if (!lease || lease.revoked_at !== null) throw notFound()
  return lease
}

/** What the operator cannot do with a lease now, and why. */
function barredActs(context: Parts, lease: LeaseRow): Told['barred'] {
  if (lease.revoked_at !== null) return everyAct('taken-back')
  if (lease.failed_at !== null) return everyAct('failed')
  const over = isExpired(lease, context.clock.now()) ? 'over' : null
  return {
    extend: null,
    restart: barOf(context, lease, 'restart'),
    move: barOf(context, lease, 'switch'),
    end: over,
    maintain: over,
  }
}

function everyAct(bar: LeaseActBar): Told['barred'] {
  return { extend: bar, restart: bar, move: bar, end: bar, maintain: bar }
}

/** An operator is nobody's owner, moves every server, and minds no maintenance. */
function barOf(context: Parts, lease: LeaseRow, action: 'restart' | 'switch'): LeaseActBar | null {
  const bar = operatorBar(context, lease, action)
  return leaseActBars.find((known) => known === bar) ?? null
}

function notFound(): PortalError {
  return new PortalError('lease.not_found', 'There is no such server')
}

async function tellOperator(context: Parts, rows: readonly store.OperatedRow[]): Promise<OperatorLease[]> {
  const [around, names] = await Promise.all([
    lookAround(context, rows),
    playerNames(
      context.database,
      rows.map(({ owner }) => owner),
    ),
  ])
  return rows.flatMap((row, at) => {
    const ownerName = names.get(row.owner) ?? ''
    return around[at] ? [{ ...toldLease(context, row, around[at]), ownerName }] : []
  })
}

function toldLease(
  context: Parts,
  row: store.OperatedRow,
  around: LeaseAround,
): Omit<OperatorLease, 'ownerName'> {
  const {
    sv_password: _password,
    connect_url: _url,
    isOwner: _isOwner,
    switches_left: _left,
    ...told
  } = showLease(context, around, true)
  const { owner, generation } = row
  const place = around.instances.find((one) => one.generation === generation)
  const problem = row.problem || (place ? crashProblem(place, context.clock.now()) : '')
  return {
    ...told,
    owner,
    userId: row.user_id,
    expires: row.expires_at.getTime(),
    problem,
    trouble: row.in_trouble,
    node: place?.node ?? null,
    generation,
    takenBack: row.revoked_at !== null,
  }
}

function toldInstance(row: InstanceRow): Told['instances'][number] {
  const { generation, region, driver, node, host: address, public_host: publicAddress, port, state } = row
  return {
    generation,
    region,
    driver,
    node,
    address,
    publicAddress,
    port,
    state,
    created: row.created_at.getTime(),
    started: row.started_at?.getTime() ?? null,
    ready: row.ready_at?.getTime() ?? null,
    removed: row.removed_at?.getTime() ?? null,
  }
}
