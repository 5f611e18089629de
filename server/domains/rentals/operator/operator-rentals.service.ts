import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { operatorExportRentals } from '@clutch/contract/api/console/list-exports.ts'
import {
  type OperatorRentalRefusal,
  type OperatorRental,
  operatorRentalRefusals,
  type operatorGetRental,
  type operatorListRentals,
} from '@clutch/contract/api/rentals/operator-rentals.ts'
import { parseModerationPreset } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { getOperatorBlock } from '../own-rentals/action-guard.ts'
import { describeCrashLoop } from '../crash-loop.ts'
import { isExpired } from '../rental-status.ts'
import { type InstanceRow, type RentalRow, lockRentalByNumber, selectInstances } from '../rentals.store.ts'
import * as store from './operator-rentals.store.ts'
import { selectRegion } from '../regions/regions.store.ts'
import { getOwnMaintenance } from '../regions/regions.service.ts'
import {
  type RentalWithRelations,
  loadRentalRelations,
  toRentalView,
} from '../own-rentals/rental-view.service.ts'

/** Lines of one history. */
const historyMaxLines = 200

type Dependencies = Pick<AppContext, 'database' | 'keys' | 'clock'>
type OperatorRentalView = Reply<typeof operatorGetRental>

/** One page of the rentals, as the operator sees them: no password in them. Throws `search.too_long`. */
export async function listRentals(
  context: Dependencies,
  { page, size, sort, direction, ...filterInput }: Query<typeof operatorListRentals>,
): Promise<Reply<typeof operatorListRentals>> {
  const filter = toRentalFilter(filterInput)
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(context.database, async (tx) => ({
    rows: await store.selectRentals(tx, filter, listPage),
    total: await store.countMatchingRentals(tx, filter),
  }))
  return { rows: await toOperatorRentals(context, rows), total }
}

/** Every rental that matches, in steps, the newest first. Throws `search.too_long`. */
export async function* exportRentals(
  context: Dependencies,
  filterInput: Query<typeof operatorExportRentals>,
): AsyncGenerator<OperatorRental[]> {
  const filter = toRentalFilter(filterInput)
  const steps = searchInSteps<store.OperatorRentalRow>(context.database, (tx, after, limit) =>
    store.selectRentalsAfter(tx, filter, after, limit),
  )
  for await (const rows of steps) yield toOperatorRentals(context, rows)
}

function toRentalFilter({ status, kind, ...rest }: Query<typeof operatorExportRentals>): store.RentalFilter {
  return { ...rest, state: status?.toLowerCase(), relocatable: kind && kind === 'relocatable' }
}

/** Everything that is known of a rental; throws `rental.not_found`. */
export async function getRental(context: Dependencies, number: string): Promise<OperatorRentalView> {
  const row = await store.selectOperatorRental(context.database, number)
  if (!row) throw rentalNotFound()
  const [rental] = await toOperatorRentals(context, [row])
  if (!rental) throw new Error('a rental is missing')
  const [instances, orders, lines, region] = await Promise.all([
    selectInstances(context.database, row.id),
    store.selectOrdersOfRental(context.database, row.id),
    store.selectHistoryLines(context.database, row.id, historyMaxLines),
    selectRegion(context.database, row.region),
  ])
  return {
    rental,
    barred: getBlockedActions(context, row),
    maintenance: { own: getOwnMaintenance(row), region: region ? getOwnMaintenance(region) : null },
    instances: instances.map(toInstanceView),
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

/** A rental that was not taken back, held; throws `rental.not_found`. */
export async function lockUnrevokedRental(tx: Queries, number: string): Promise<RentalRow> {
  const rental = await lockRentalByNumber(tx, number)
  if (!rental || rental.revoked_at !== null) throw rentalNotFound()
  return rental
}

/** What the operator cannot do with a rental now, and why. */
function getBlockedActions(context: Dependencies, rental: RentalRow): OperatorRentalView['barred'] {
  if (rental.revoked_at !== null) return blockEveryAction('taken-back')
  if (rental.failed_at !== null) return blockEveryAction('failed')
  const over = isExpired(rental, context.clock.now()) ? 'over' : null
  return {
    extend: null,
    restart: getActionBlock(context, rental, 'restart'),
    move: getActionBlock(context, rental, 'switch'),
    end: over,
    maintain: over,
  }
}

function blockEveryAction(bar: OperatorRentalRefusal): OperatorRentalView['barred'] {
  return { extend: bar, restart: bar, move: bar, end: bar, maintain: bar }
}

/** An operator is not the owner, may move every server, and ignores maintenance. */
function getActionBlock(
  context: Dependencies,
  rental: RentalRow,
  action: 'restart' | 'switch',
): OperatorRentalRefusal | null {
  const bar = getOperatorBlock(context, rental, action)
  return operatorRentalRefusals.find((known) => known === bar) ?? null
}

function rentalNotFound(): PortalError {
  return new PortalError('rental.not_found', 'There is no such server')
}

async function toOperatorRentals(
  context: Dependencies,
  rows: readonly store.OperatorRentalRow[],
): Promise<OperatorRental[]> {
  const [related, names] = await Promise.all([
    loadRentalRelations(context, rows),
    findPlayerNames(
      context.database,
      rows.map(({ owner }) => owner),
    ),
  ])
  return rows.flatMap((row, at) => {
    const ownerName = names.get(row.owner) ?? ''
    return related[at] ? [{ ...toOperatorRental(context, row, related[at]), ownerName }] : []
  })
}

function toOperatorRental(
  context: Dependencies,
  row: store.OperatorRentalRow,
  related: RentalWithRelations,
): Omit<OperatorRental, 'ownerName'> {
  const {
    sv_password: _password,
    connect_url: _url,
    isOwner: _isOwner,
    switches_left: _left,
    ...view
  } = toRentalView(context, related, true)
  const { owner, generation } = row
  const instance = related.instances.find((one) => one.generation === generation)
  const problem = row.problem || (instance ? describeCrashLoop(instance, context.clock.now()) : '')
  return {
    ...view,
    owner,
    userId: row.user_id,
    expires: row.expires_at.getTime(),
    problem,
    trouble: row.in_trouble,
    moderation_preset: parseModerationPreset(row.moderation_preset),
    hostName: instance?.host_name ?? null,
    generation,
    takenBack: row.revoked_at !== null,
  }
}

function toInstanceView(row: InstanceRow): OperatorRentalView['instances'][number] {
  const {
    generation,
    region,
    driver,
    host_name: hostName,
    host: address,
    public_host: publicAddress,
    port,
    state,
  } = row
  return {
    generation,
    region,
    driver,
    hostName,
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
