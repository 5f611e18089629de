import type { Attention, Health, Service } from '@clutch/contract/api/console/console.ts'
import { getBackupHealth } from '../backups/index.ts'
import { readPortalSettings } from '../content/index.ts'
import { listServersWithGaps } from '../events/index.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { OperatorCaller } from '../../platform/http/session/operator-caller.ts'
import { getInventoryFailure } from '../inventory/index.ts'
import { type QueueRow, failedJobs, selectActiveQueues } from '../../platform/jobs/index.ts'
import { listTroubledChannels } from '../notifications/index.ts'
import { isSold, summarizeWaitingMoney, providerHealth } from '../payments/index.ts'
import { countServers, isServerListFresh, getListFreshness } from '../servers/index.ts'
import {
  countServersWithoutToken,
  getGameUpdateProblems,
  listHosts,
  getRentalCounts,
} from '../rentals/index.ts'
import { getOpenCaseSummary } from '../moderation/index.ts'
import { isVipDeliveryConfigured, listFailingDeliveries } from '../vip/index.ts'

const jobsShown = 5
/** A mail that was refused so often in a row is not a hiccup. */
const mailFailingAfter = 3
/** Due jobs begin within seconds; after this time no worker is running. */
const jobsLateSeconds = 120
const jobsStandSeconds = 900
const problemMax = 200

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'config'>

/** J: returns the state of the portal's dependencies, failed jobs, and what needs the operator who asks. */
export async function readHealth(context: Dependencies, by: OperatorCaller): Promise<Health> {
  const { database, clock } = context
  const now = clock.now()
  const rentals = await getRentalCounts(database, now)
  const [queues, jobs, attention, servers] = await Promise.all([
    selectActiveQueues(database),
    failedJobs(database, jobsShown),
    attentionOf(context, by, now, rentals.trouble),
    countServers(database),
  ])
  const [poller, providers, machines] = await Promise.all([
    pollerOf(context),
    providersOf(context),
    machinesOf(context),
  ])
  const backups = await backupsOf(context)
  const services = [poller, workersOf(queues), mailOf(context, queues), ...backups, ...providers, ...machines]
  const counts = { servers, rentals: rentals.active }
  return { services, attention, jobs, counts }
}

async function pollerOf(context: Dependencies): Promise<Service> {
  const list = await getListFreshness(context.database)
  const state = list.snapshot.version === '0' ? 'off' : isServerListFresh(list, context) ? 'good' : 'bad'
  return { what: 'poller', name: '', state, seen: list.at > 0 ? list.at : null, problem: '' }
}

function mailOf({ config }: Dependencies, queues: readonly QueueRow[]): Service {
  const mail = queues.find(({ queue }) => queue === 'mail')
  const failing = mail !== undefined && mail.failed + mail.retrying > 0
  const lasting = mail !== undefined && (mail.failed > 0 || mail.tries >= mailFailingAfter)
  const state = config.smtpUrl === undefined ? 'off' : lasting ? 'bad' : failing ? 'late' : 'good'
  return {
    what: 'mail',
    name: '',
    state,
    seen: mail?.done?.getTime() ?? null,
    problem: failing ? (mail.problem ?? '').slice(0, problemMax) : '',
  }
}

/** Returns whether a worker processes due jobs. */
function workersOf(queues: readonly QueueRow[]): Service {
  const late = Math.max(0, ...queues.map((one) => one.late))
  const done = Math.max(0, ...queues.map((one) => one.done?.getTime() ?? 0))
  const state = late > jobsStandSeconds ? 'bad' : late > jobsLateSeconds ? 'late' : 'good'
  return { what: 'jobs', name: '', state, seen: done > 0 ? done : null, problem: '' }
}

/** Backups and their tests; the name is the size of the last one. */
async function backupsOf(context: Dependencies): Promise<Service[]> {
  const health = await getBackupHealth(context)
  return health.map(({ kind, state, seen, size, problem }) => ({
    what: kind,
    name: size === null ? '' : `${(size / 1024 ** 2).toFixed(1)} MB`,
    state,
    seen: seen?.getTime() ?? null,
    problem: problem.slice(0, problemMax),
  }))
}

async function providersOf(context: Dependencies): Promise<Service[]> {
  const known = await providerHealth(context)
  return known.map(({ provider: name, state, lastPaid, lastNotify, problem }) => ({
    what: 'provider',
    name,
    state: state === 'failing' ? 'bad' : state,
    seen: Math.max(lastPaid ?? 0, lastNotify ?? 0) || null,
    problem: state === 'good' ? '' : problem,
  }))
}

async function machinesOf(context: Dependencies): Promise<Service[]> {
  const hosts = await listHosts(context)
  return hosts.map(({ hostName: name, problem, listed: lastSeen }) => ({
    what: 'machine',
    name,
    state: problem === '' ? 'good' : 'bad',
    seen: lastSeen,
    problem: problem.slice(0, problemMax),
  }))
}

/** Returns what needs an operator's action, by kind. */
async function attentionOf(
  { database, config }: Dependencies,
  by: OperatorCaller,
  now: Date,
  troubledRentals: number,
): Promise<Attention[]> {
  const [cases, money, vip, unset, feeds, { unreadable, settings: portal }, inventory, games, channels] =
    await Promise.all([
      getOpenCaseSummary(database, by),
      summarizeWaitingMoney(database),
      listFailingDeliveries(database),
      vipUnset(database),
      listServersWithGaps(database, now),
      readPortalSettings(database),
      getInventoryFailure({ database, config }),
      gameAttention(database, now),
      listTroubledChannels(database, now),
    ])
  return [
    ...money,
    ...(cases.first ? [{ kind: 'case' as const, count: cases.count, ...cases.first, problem: '' }] : []),
    ...(troubledRentals > 0
      ? [{ kind: 'rental' as const, count: troubledRentals, id: '', name: '', problem: '' }]
      : []),
    ...games,
    ...of('vip', vip),
    ...(unset ? [{ kind: 'vipUnset' as const, count: 1, id: '', name: '', problem: '' }] : []),
    // Each server by name: the missing data of one is unrelated to the others.
    ...feeds.map(({ id, name, missing }) => ({
      kind: 'feed' as const,
      count: 1,
      id,
      name,
      problem: String(missing),
    })),
    ...of(
      'inventory',
      inventory && portal.features.inventory.enabled
        ? [{ id: inventory.problem, name: '', problem: inventory.detail }]
        : [],
    ),
    ...of('channel', channels),
    ...of(
      'setting',
      unreadable.map(({ path, message: problem }) => ({ id: path.join('.'), name: path.join('.'), problem })),
    ),
  ]
}

/** What rented game servers need: an update, or a login token. */
async function gameAttention(queries: Queries, now: Date): Promise<Attention[]> {
  const [updates, tokenless] = await Promise.all([
    getGameUpdateProblems(queries, now),
    countServersWithoutToken(queries),
  ])
  const failedHosts = updates.failedHosts.map((name) => ({ id: '', name, problem: '' }))
  const failed = updates.failed.map(({ number, name }) => ({ id: number, name, problem: '' }))
  return [
    ...of(
      'gameOutdated',
      updates.outdatedHosts.map((name) => ({ id: '', name, problem: '' })),
    ),
    ...of('gameUpdateFailed', [...failedHosts, ...failed]),
    ...(tokenless > 0
      ? [{ kind: 'loginTokens' as const, count: tokenless, id: '', name: '', problem: '' }]
      : []),
  ]
}

/** The first of some things of a kind, with their number; nothing for none. */
function of(
  kind: Attention['kind'],
  things: readonly { id: string; name: string; problem: string }[],
): Attention[] {
  return things.slice(0, 1).map((item) => ({ ...item, kind, count: things.length }))
}

/** Whether VIP is sold although no game server is set up to receive it. */
async function vipUnset(queries: Queries): Promise<boolean> {
  return !(await isVipDeliveryConfigured(queries)) && (await isSold(queries, ['vip', 'vip_card']))
}
