import { join } from 'node:path'
import type { Logger } from 'pino'
import { displayName } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { listFirstRequests } from '@clutch/contract/rules/page/first-requests.ts'
import { logSealingKeys, registerBackups, startBackupsWorker } from './domains/backups/index.ts'
import { registerConsole } from './domains/console/index.ts'
import {
  isMailStillWanted,
  logMissingOperator,
  createAppOptions,
  createGameBindSubscriber,
  registerAccounts,
  startAccountWorkers,
} from './domains/accounts/index.ts'
import { sanitizeAnswer, registerContent } from './domains/content/index.ts'
import { createMissingPartitions, startPartitionsWorker } from './portal/partitions.worker.ts'
import { type Clock, startDatabaseClock } from './platform/clock/clock.ts'
import { type Config } from './platform/config/config.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import {
  type Database,
  type DatabaseAddress,
  isDatabaseReachable,
  databaseTime,
  externalDatabase,
  migrate,
  openDatabase,
} from './platform/database/index.ts'
import { startListening } from './platform/network/listen-host.ts'
import { atDatabase } from './platform/lifecycle/start-problem.ts'
import { checkNotifications, hasTimeouts } from './platform/database/pooler-checks.ts'
import { settleWithin } from './platform/lifecycle/with-timeout.ts'
import { writePortalAddress } from './platform/lifecycle/portal-address-file.ts'
import { registerEvents, createRosterSource, startEventsWorker } from './domains/events/index.ts'
import type { AppContext } from './platform/context.ts'
import { type App, createApp } from './platform/http/app.ts'
import { type ReadinessChecks, registerHealth } from './platform/http/health.ts'
import { loadOperatorTokenHash } from './platform/http/session/operator-token.ts'
import { servePage } from './platform/http/page/page.ts'
import { registerInventory } from './domains/inventory/index.ts'
import { Jobs } from './platform/jobs/index.ts'
import { openTracing } from './platform/observability/tracing/tracing.ts'
import { loadKeyRing } from './platform/keys/keys.ts'
import {
  countIntoBoards,
  createNewestSeasonCache,
  registerLeaderboard,
  selectTopPlayersWithoutProfile,
  startBoardSyncWorker,
} from './domains/leaderboard/index.ts'
import { type MailCheck, startMailWorker } from './domains/mail/index.ts'
import {
  type PaymentsOptions,
  openProviders,
  registerPayments,
  startPayments,
} from './domains/payments/index.ts'
import { isServerListFresh } from './domains/servers/list/list-freshness.ts'
import {
  notifyEndedMatches,
  recordMatchScores,
  recordTeammates,
  openRentalFleet,
  registerRentals,
  rentalProducts,
  isRentalMailCurrent,
  startRentalWorkers,
  startTeammateCleanupWorker,
} from './domains/rentals/index.ts'
import * as moderation from './domains/moderation/index.ts'
import {
  registerNotifications,
  registerPush,
  startNotificationWorker,
} from './domains/notifications/index.ts'
import { ShutdownStack } from './platform/lifecycle/shutdown.ts'
import { registerServers, startGameVersionWorker, startPoller } from './domains/servers/index.ts'
import { startMetrics } from './portal/portal-metrics.ts'
import { notificationSources } from './portal/portal-notifications.ts'
import packed from './package.json' with { type: 'json' }
import { registerVip, startVip, vipProducts, isReminderDue } from './domains/vip/index.ts'

// A stop does not wait longer than this for a silent database: closing its connections ends that work too.
const requestsFinishWithinMs = 3_000
/** Together with 2 s for parallel work, 1 s for jobs and 2 s for the database less than the 10 s a stop may take. */
const httpEndsWithinMs = 4_000
const workersEndWithinMs = 1_000
/** A started side effect of a rental may finish; a job in progress ends or goes back to its queue, for which the database is needed. */
const lateWorkEndsWithinMs = 2_000

export const pageFolder = join(import.meta.dirname, '../web/dist')

export interface PortalOptions {
  config: Config
  log: Logger
  /** Instead of the database's time; tests only. */
  clock?: Clock
  /** Whether the built page is served; without it only the API answers. */
  page: boolean
}

/** A running portal at `url`; `stop` ends it in order: HTTP, poller, workers, pool, PostgreSQL. */
export interface Portal {
  url: string
  context: AppContext
  stop: () => Promise<void>
}

/**
 * Starts the portal in this process: database, migrations, domains, then the roles in the settings. Stops
 * what it started if it fails.
 */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const shutdown = new ShutdownStack(options.log)
  try {
    const stopTracing = await openTracing(options.config, packed.version, options.log)
    if (stopTracing) shutdown.add('traces', () => settleWithin(workersEndWithinMs, stopTracing()))
    const context = await openContext(options, shutdown)
    await createMissingPartitions(context).catch((error: unknown) =>
      options.log.warn({ err: error }, 'partitions are not created now; a worker retries'),
    )
    const payments = await openPayments(context)
    shutdown.add('providers', () => {
      for (const provider of payments.providers) provider.stop()
    })
    await startRoles(context, shutdown, payments)
    const app = await composeApp(context, { page: options.page, payments })
    await startMetrics(context, app, shutdown)
    shutdown.add('http', () => closeHttp(app))
    const url = await startListening(app, context.config)
    shutdown.add('portal address file', writePortalAddress(context.config.dataDir, url))
    if (context.config.roles.includes('web')) await logMissingOperator(context)
    await logSealingKeys(context)
    return { url, context, stop: () => shutdown.stop() }
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

async function openContext(
  { config, log, clock }: PortalOptions,
  shutdown: ShutdownStack,
): Promise<AppContext> {
  const keys = loadKeyRing(config.secretKey, config.dataDir)
  const address = await databaseAddress(config, log, shutdown)
  const database = openDatabase(address, log, config.databasePool)
  shutdown.add('database', () => database.destroy())
  // Before the migrations: a pooler in transaction mode would keep their lock.
  if (config.databaseDirectUrl === undefined) await checkNotifications(database)
  const applied = await atDatabase(config, migrate(address))
  if (applied > 0) log.info({ applied }, 'migrated the database')
  if (config.databaseDirectUrl !== undefined) await checkPooler(database, log)
  const jobs = new Jobs(database, log)
  // The roles stop them earlier, with the workers: this is for a start that fails before, and for jobs that end late.
  shutdown.add('jobs', () => settleWithin(workersEndWithinMs, jobs.stop()))
  await jobs.start()
  if (clock) return { config, database, clock, keys, jobs, log }
  const databaseClock = await startDatabaseClock(
    () => databaseTime(database),
    (error) => log.warn({ err: error }, 'cannot ask the database for its time'),
  )
  shutdown.add('clock', databaseClock.stop)
  return { config, database, clock: databaseClock, keys, jobs, log }
}

async function checkPooler(database: Database, log: Logger): Promise<void> {
  await checkNotifications(database)
  if (await hasTimeouts(database)) return
  log.warn('the connections of the pooler have no time limits: set its connect_query, docs/operating.md')
}

async function databaseAddress(
  config: Config,
  log: Logger,
  shutdown: ShutdownStack,
): Promise<DatabaseAddress> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl !== undefined) return externalDatabase({ databaseUrl, databaseDirectUrl })
  const embedded = await startEmbedded(config.dataDir, log)
  shutdown.add('postgres', embedded.stop)
  return embedded.address
}

/** Returns the products and how they are paid. */
async function openPayments(context: AppContext): Promise<PaymentsOptions> {
  return {
    products: [...vipProducts(context), ...rentalProducts(context)],
    providers: await openProviders(context),
  }
}

/** The HTTP side: health in every role, everything else where the role is web. One line a domain. */
export async function composeApp(
  context: AppContext,
  options: { page: boolean; payments?: PaymentsOptions; operatorTokenHash?: Buffer },
): Promise<App> {
  const app = await createApp(context, {
    operatorTokenHash: options.operatorTokenHash ?? (await loadOperatorTokenHash(context.config)),
    ...createAppOptions(context),
  })
  const checks: ReadinessChecks = { database: () => isDatabaseReachable(context.database) }
  registerHealth(app, checks)
  if (!context.config.roles.includes('web')) return app
  const content = await registerContent(context, app)
  const live = await registerServers(context, app, content, [createRosterSource(context)])
  await registerEvents(context, app)
  registerLeaderboard(context, app, moderation.flagCases)
  registerAccounts(context, app)
  await registerPayments(context, app, options.payments ?? (await openPayments(context)))
  registerVip(context, app)
  await registerRentals(context, app, content)
  registerInventory(context, app, content)
  moderation.registerModeration(context, app, content)
  registerBackups(context, app)
  registerNotifications(context, app)
  registerPush(context, app, content)
  registerConsole(context, app)
  checks['list'] = () => isServerListFresh(live, context)
  const serverName = (id: string) => {
    const server = live.find(id)
    return server && displayName(server)
  }
  const { publicUrl } = context.config
  const newestSeason = createNewestSeasonCache(context)
  if (options.page)
    await servePage(app, pageFolder, {
      publicUrl,
      serverName,
      portal: () => content.publicView,
      firstRequests: async (address, parameter, language) =>
        listFirstRequests(address, { parameter, language, season: await newestSeason() }),
      renderer: {
        clock: context.clock,
        sanitizeHtml: sanitizeAnswer,
        onError: (error, path) =>
          context.log.warn({ err: error, path }, 'page not rendered; sent without content'),
      },
    })
  return app
}

/** Whether a mail still goes out, as the domains know it. */
function mailChecks(context: AppContext): MailCheck[] {
  return [
    (mail) => isMailStillWanted(context, mail),
    (mail) => isReminderDue(context, mail),
    (mail) => isRentalMailCurrent(context, mail),
  ]
}

/** What this process does besides answering. One line a role. */
async function startRoles(
  context: AppContext,
  shutdown: ShutdownStack,
  payments: PaymentsOptions,
): Promise<void> {
  const { roles } = context.config
  const add = (name: string, worker: { stop: () => Promise<void> }) =>
    shutdown.addParallel(name, () => settleWithin(workersEndWithinMs, worker.stop()))
  shutdown.addParallel('jobs', () => settleWithin(lateWorkEndsWithinMs, context.jobs.stop()))
  if (roles.includes('worker')) {
    await startAccountWorkers(context, selectTopPlayersWithoutProfile)
    await startTeammateCleanupWorker(context)
    await moderation.startModerationWorkers(context)
    add('mail', await startMailWorker(context, { checks: mailChecks(context) }))
    add('notifications', startNotificationWorker(context, notificationSources(context)))
    const events = startEventsWorker(context, {
      counted: [countIntoBoards(context, moderation.flagCases), recordTeammates],
      match: [recordMatchScores, notifyEndedMatches(context)],
      chat: [createGameBindSubscriber(context), moderation.createChatReportSubscriber(context)],
      arrivals: [moderation.createSanctionSubscriber(context)],
    })
    add('events', events)
    add('partitions', startPartitionsWorker(context))
    add('boards', startBoardSyncWorker(context))
    add('payments', await startPayments(context, payments))
    add('vip', startVip(context))
    await startGameVersionWorker(context)
    add('sanctions', moderation.startEnforcement(context))
    add('backups', startBackupsWorker(context))
    const rentals = startRentalWorkers(context, await openRentalFleet(context))
    shutdown.addParallel('rentals', () => settleWithin(lateWorkEndsWithinMs, rentals.stop()))
  }
  if (roles.includes('poller')) add('poller', startPoller(context))
}

/** Takes no new request and lets those in progress finish, for a while: their writes are answered, not lost. */
async function closeHttp(app: App): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const late = setTimeout(() => app.server.closeAllConnections(), requestsFinishWithinMs)
  await settleWithin(httpEndsWithinMs, app.close())
  clearInterval(idle)
  clearTimeout(late)
}
