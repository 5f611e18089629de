import { setTimeout as wait } from 'node:timers/promises'
import { type Host, HostUnreachable, type ObservedInstance } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { ConfigurationChecks } from './check-configurations.ts'
import { GrenadeCollection } from './grenade-collection.ts'
import { hasOpenJobs, selectRentalsOfJobs, settleJobs } from '../jobs.store.ts'
import { updateInstalls } from './install-updates.ts'
import { selectRunningInstalls } from './install-updates.store.ts'
import { removeOrphans } from './remove-orphans.ts'
import { waitForHost } from '../wait-for-host.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { observeTimeoutMs, hostLostMs } from '../timing.ts'
import * as store from './host-watcher.store.ts'

/** After this many unanswered queries in a row the instance is observed. */
const missedQueriesMax = 3
const queryTimeoutMs = 3_000
/** Game servers that are asked at once, more where a pass would otherwise take more turns than this: hosts are listed again only after it. */
const queryConcurrency = 10
const maxQueryTurns = 20
const mapNameMaxLength = 64
const orphanCheckIntervalMs = 60_000
/** That a machine is well is written so often. */
const hostSaveIntervalMs = 60_000

/** The instances that a host listed; null if it did not answer. */
interface HostListing {
  host: Host
  list: { instances: ObservedInstance[]; complete: boolean } | null
  problem: string
}

export interface WatchOptions {
  stop?: AbortSignal
  /** Between the turns in which game servers are asked, ms: so that not all are asked in one moment. */
  pauseMs?: number
}

/**
 * Detects what no request caused: a server that is missing, stopped or silent, a host that is lost or back,
 * an orphan. It changes nothing of a rental except when it is due, and the report of its game.
 */
export class HostWatcher {
  readonly #fleet: Fleet
  /** Silent looks in a row, by rental and generation. */
  #missedQueries = new Map<string, number>()
  #saved = new Map<string, { problem: string; atMs: number }>()
  #orphansCheckedMs = -Infinity
  readonly #configurations: ConfigurationChecks
  readonly #grenades: GrenadeCollection

  constructor(fleet: Fleet) {
    this.#fleet = fleet
    this.#configurations = new ConfigurationChecks(fleet)
    this.#grenades = new GrenadeCollection(fleet)
  }

  async pass({ stop, pauseMs = 0 }: WatchOptions = {}): Promise<void> {
    const { driver, context } = this.#fleet
    const { database, clock } = context
    const names = driver.hosts.map(({ name }) => name)
    const listed = await Promise.all(driver.hosts.map((host) => this.#listHost(host)))
    const watched = await store.selectWatchedInstances(database, names)
    for (const one of listed) await this.#compareWithRecords(one, watched)
    const now = clock.now()
    const forsaken = await store.markUnwatchedHosts(database, names, addMs(now, -hostLostMs), now)
    await store.scheduleRentals(database, forsaken, addMs(now, hostLostMs))
    const reached = new Set(listed.filter(({ list }) => list).map(({ host }) => host.name))
    const ready = watched.filter(
      ({ state, host_name: hostName }) => state === 'ready' && reached.has(hostName),
    )
    await this.#queryGames(ready, { pauseMs, ...(stop && { stop }) })
    await this.#configurations.pass(ready)
    await this.#grenades.pass(ready)
    await this.#scheduleUpdates([...reached])
    if (clock.monotonicMs() - this.#orphansCheckedMs < orphanCheckIntervalMs || stop?.aborted === true) return
    this.#orphansCheckedMs = clock.monotonicMs()
    for (const { host, list } of listed) if (list) await removeOrphans(this.#fleet, host.name, list)
  }

  /** Runs and follows the commands of hosts that are recorded as running. */
  async followInstalls(): Promise<void> {
    const { driver, context } = this.#fleet
    const names = driver.hosts.map(({ name }) => name)
    const running = await selectRunningInstalls(context.database, names)
    if (running.length > 0) await updateInstalls(this.#fleet, running)
  }

  /** Makes rentals due whose host has another version of the game than their empty instance runs. */
  async #scheduleUpdates(reached: readonly string[]): Promise<void> {
    const { driver, context } = this.#fleet
    const { database, clock, log } = context
    for (const hostName of reached) {
      try {
        const version = await waitForHost(observeTimeoutMs, driver.readInstalledVersion(hostName))
        if (version !== null) await store.saveInstalledVersion(database, hostName, version, clock.now())
      } catch (error) {
        if (!(error instanceof HostUnreachable)) throw error
        log.info({ err: error, hostName }, 'the installed version of the game cannot be read')
      }
    }
    await updateInstalls(this.#fleet, reached)
    const rentals = await store.selectEmptyOutdatedRentals(database, reached)
    await store.scheduleRentals(database, rentals, clock.now())
    if (!(await hasOpenJobs(database))) return
    await settleJobs(database, clock.now())
    await store.scheduleRentals(database, await selectRentalsOfJobs(database, clock.now()), clock.now())
  }

  async #listHost(host: Host): Promise<HostListing> {
    const { driver, sideEffectTimeoutMs } = this.#fleet
    const listMs = Math.min(sideEffectTimeoutMs, observeTimeoutMs)
    try {
      return { host, list: await waitForHost(listMs, driver.list(host.name)), problem: '' }
    } catch (error) {
      return {
        host,
        list: null,
        problem: error instanceof Error ? error.message.slice(0, 200) : 'it is silent',
      }
    }
  }

  /** Compares what a host listed with the rows. */
  async #compareWithRecords(
    { host, list, problem }: HostListing,
    watched: readonly store.WatchedInstance[],
  ): Promise<void> {
    const { context } = this.#fleet
    const { database, clock } = context
    const now = clock.now()
    await this.#saveHost(host.name, list !== null, problem)
    if (!list) {
      // R7: whether it is lost is decided when it was silent for long.
      const rentals = await store.markHostUnreached(database, host.name, now)
      if (rentals.length > 0) context.log.warn({ hostName: host.name, problem }, 'a host is unreachable')
      await store.scheduleRentals(database, rentals, addMs(now, hostLostMs))
      return
    }
    const back = watched.some((one) => one.host_name === host.name && one.unreached_at !== null)
    if (back) await store.scheduleRentals(database, await store.markHostReached(database, host.name), now)
    const moved = await store.updateAddresses(database, listAddressChanges(host, watched, list.instances))
    await store.scheduleRentalsNow(database, moved, now)
    const wrong = watched.filter((one) => one.host_name === host.name && hasStopped(one, list))
    await store.scheduleRentalsNow(
      database,
      wrong.map(({ rental_id }) => rental_id),
      now,
    )
  }

  async #saveHost(hostName: string, isListed: boolean, problem: string): Promise<void> {
    const { context, driver } = this.#fleet
    const nowMs = context.clock.monotonicMs()
    const known = this.#saved.get(hostName)
    if (known?.problem === problem && nowMs - known.atMs < hostSaveIntervalMs) return
    const now = context.clock.now()
    const observed = { hostName, driver: driver.kind, listedAt: isListed ? now : null, problem }
    await store.saveHostObservation(context.database, observed, now)
    if (isListed) await this.#saveMachine(hostName)
    this.#saved.set(hostName, { problem, atMs: nowMs })
  }

  async #saveMachine(hostName: string): Promise<void> {
    const { context, driver } = this.#fleet
    try {
      const machine = await waitForHost(observeTimeoutMs, driver.readMachine(hostName))
      await store.saveMachine(context.database, hostName, machine)
    } catch (error) {
      if (!(error instanceof HostUnreachable)) throw error
      context.log.info({ err: error, hostName }, 'the memory and the cores of a host cannot be read')
    }
  }

  /** Queries the game servers and writes changed reports. */
  async #queryGames(
    ready: readonly store.WatchedInstance[],
    { stop, pauseMs = 0 }: WatchOptions,
  ): Promise<void> {
    const { database, clock } = this.#fleet.context
    const missed = new Map<string, number>()
    const live: store.LiveStatus[] = []
    const wrong: string[] = []
    const atOnce = Math.max(queryConcurrency, Math.ceil(ready.length / maxQueryTurns))
    for (let from = 0; from < ready.length && stop?.aborted !== true; from += atOnce) {
      const some = ready.slice(from, from + atOnce)
      const statuses = await Promise.all(some.map((one) => this.#queryGame(one)))
      for (const [index, one] of some.entries()) {
        const status = statuses[index] ?? null
        const key = `${one.rental_id} ${one.generation}`
        const count = status ? 0 : (this.#missedQueries.get(key) ?? 0) + 1
        if (count > 0) missed.set(key, count)
        if (count >= missedQueriesMax || (status && one.silent_at !== null)) wrong.push(one.rental_id)
        if (status && isChanged(one, status)) live.push(status)
      }
      if (pauseMs > 0)
        await wait(pauseMs, undefined, { ...(stop && { signal: stop }) }).catch(() => undefined)
    }
    this.#missedQueries = missed
    await store.updateLiveStatus(database, live, clock.now())
    await store.scheduleRentals(database, wrong, clock.now())
  }

  async #queryGame({
    rental_id,
    generation,
    host,
    port,
  }: store.WatchedInstance): Promise<store.LiveStatus | null> {
    try {
      const status = await waitForHost(queryTimeoutMs, this.#fleet.game.queryStatus({ host, port }))
      if (!status) return null
      const { map, players, bots, max, version } = status
      return {
        rental_id,
        generation,
        map: map.slice(0, mapNameMaxLength),
        players,
        bots,
        players_max: max,
        game_version: version,
      }
    } catch {
      return null
    }
  }
}

/** The instances of a host that are reached at another address than their rows have. */
function listAddressChanges(
  { name }: Host,
  watched: readonly store.WatchedInstance[],
  listed: readonly ObservedInstance[],
): store.AddressChange[] {
  const rows = new Map(
    watched
      .filter(({ host_name, started_at }) => host_name === name && started_at !== null)
      .map((row) => [`${row.rental_id} ${row.generation}`, row]),
  )
  return listed.flatMap(({ rentalId, generation, address }) => {
    const row = rows.get(`${rentalId} ${generation}`)
    if (!row || !address || (row.host === address.host && row.public_host === address.publicHost)) return []
    return [{ rental_id: rentalId, generation, host: address.host, public_host: address.publicHost }]
  })
}

/** Whether what should run does not. */
function hasStopped(
  { rental_id, generation, state, is_verifying }: store.WatchedInstance,
  { instances, complete }: { instances: ObservedInstance[]; complete: boolean },
): boolean {
  if (state !== 'ready') return false
  const found = instances.find((one) => one.rentalId === rental_id && one.generation === generation)
  if (!found) return complete
  return !found.isRunning && !is_verifying
}

function isChanged(one: store.WatchedInstance, live: store.LiveStatus): boolean {
  return (
    one.map !== live.map ||
    one.players !== live.players ||
    one.bots !== live.bots ||
    one.players_max !== live.players_max ||
    one.game_version !== live.game_version
  )
}
