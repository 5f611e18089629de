import type { HistoryRun } from './history-run.types.ts'
import { randomUUID } from 'node:crypto'
import { getRenewedExpiry } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { Checkpoint } from '../../fleet.ts'
import { reconcileDue } from '../../reconciler/reconcile-due.ts'
import type { ReconcilerFixture } from '../reconciler-fixture.ts'
import type { RentalRequestKind, HistoryEvent } from './random-history.ts'
import { findViolations } from './invariants.ts'

export type { HistoryRun } from './history-run.types.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What a process that is killed at a step leaves behind here: everything it was doing is undone or done. */
class SimulatedKill extends Error {}

/**
 * Plays a history, repairs everything, waits until nothing is due, and returns the violations then and after
 * all grace periods.
 */
export async function playHistory(
  fixture: ReconcilerFixture,
  history: readonly HistoryEvent[],
): Promise<string[]> {
  const play: HistoryRun = { fixture, rentals: [], deaths: [], meanwhile: [] }
  await fixture.forget()
  fixture.at = (step) => handleCheckpoint(play, step)
  for (const each of history) await applyEvent(play, each)
  repairAll(play)
  // Whatever was held by the dead is free by then.
  await fixture.pass(45 * minute, { watchMs: minute })
  const problems = await findViolations(play)
  for (const { id } of play.rentals) await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(8 * day, { watchMs: 2 * day })
  return [...problems, ...(await findViolations(play)), ...findLeftovers(play)]
}

async function handleCheckpoint(play: HistoryRun, step: Checkpoint): Promise<void> {
  const other = play.meanwhile.find((one) => one.step === step)
  if (other) {
    play.meanwhile = play.meanwhile.filter((one) => one !== other)
    await other.act()
  }
  const due = play.deaths.find((one) => one.step === step && --one.left === 0)
  if (!due) return
  play.deaths = play.deaths.filter((one) => one !== due)
  throw new SimulatedKill(step)
}

async function applyEvent(play: HistoryRun, it: HistoryEvent): Promise<void> {
  const { fixture, rentals } = play
  if (it.kind === 'pay') await payForRental(play)
  else if (it.kind === 'ask')
    await requestChange(play, rentals[rentals.length - 1 - (it.rental % rentals.length)], it.ask)
  else if (it.kind === 'time') await passTime(play, it)
  else if (it.kind === 'watch') await fixture.look()
  else if (it.kind === 'die') play.deaths.push({ step: it.step, left: it.nth })
  else if (it.kind === 'fault') fixture.driver.fail(it.call, it.fault, it.times)
  else if (it.kind === 'machine') changeHost(play, it)
  else if (it.kind === 'game') changeGame(play, it)
  else {
    const act = async () => {
      if (it.stalls) fixture.machines.mayBeLate = true
      if (it.stalls) fixture.context.clock.advance(100_000)
      for (const each of it.happens) await applyEvent(play, each)
    }
    play.meanwhile.push({ step: it.step, act })
  }
}

async function payForRental({ fixture, rentals }: HistoryRun): Promise<void> {
  if (rentals.length >= 3) return
  const { id } = await fixture.rental({ termMs: 4 * hour })
  rentals.push({ id, password: 'pass1234' })
}

async function passTime({ fixture }: HistoryRun, it: Extract<HistoryEvent, { kind: 'time' }>): Promise<void> {
  fixture.context.clock.advance(it.ms)
  const all = Array.from({ length: it.reconcilers }, () => reconcileDue(fixture.another()))
  for (const ended of await Promise.allSettled(all))
    if (ended.status === 'rejected' && !(ended.reason instanceof SimulatedKill)) throw ended.reason
}

/** As the page's calls do it: refused when the state does not allow it. */
async function requestChange(
  { fixture }: HistoryRun,
  rental: HistoryRun['rentals'][number] | undefined,
  ask: RentalRequestKind,
): Promise<void> {
  if (!rental) return
  const { id } = rental
  const row = await fixture.read(id)
  const now = fixture.context.clock.now()
  const isRunning = row.state === 'running' && row.expires_at > now
  if (ask === 'revoke') await fixture.change(id, { revoked_at: now })
  else if (ask === 'expire' && row.ready_at !== null) await fixture.change(id, { expires_at: now })
  else if (ask === 'renew' && row.revoked_at === null && row.failed_at === null) {
    const expires_at = new Date(getRenewedExpiry(now.getTime(), row.expires_at.getTime(), 4 * hour))
    const back = row.state === 'terminated' ? { state: 'creating', state_at: now, cleared_at: null } : {}
    await fixture.change(id, { expires_at, ...back })
  } else if (ask === 'password' && row.state !== 'switching' && row.expires_at > now) {
    rental.password = randomUUID().slice(0, 8)
    await fixture.password(id, rental.password)
  } else if (!isRunning) return
  else if (ask === 'restart') await fixture.restart(id)
  else if (ask === 'verify')
    await fixture.change(id, { verify_op: randomUUID(), verify_at: now, state: 'verifying', state_at: now })
  else if (ask === 'switch' || ask === 'move') {
    const target = ask === 'move' || row.region === 'ap-tokyo' ? 'ap-shanghai' : 'ap-tokyo'
    await fixture.switchTo(id, target, ask === 'switch')
  }
}

function changeHost(
  { fixture }: HistoryRun,
  { hostName, does }: Extract<HistoryEvent, { kind: 'machine' }>,
): void {
  const found = fixture.machines.at(hostName)
  if (does === 'is full') found.most = 0
  else if (does === 'has room') found.most = null
  else if (does === 'loses a port') found.taken.add(27_200).add(27_201)
  else found.isSilent = does === 'goes silent'
}

function changeGame({ fixture, rentals }: HistoryRun, it: Extract<HistoryEvent, { kind: 'game' }>): void {
  if (it.does === 'is deaf') fixture.game.deafFor = 3
  if (it.does === 'is slow') fixture.machines.slowFor = 3
  const rental = rentals[rentals.length - 1 - (it.rental % Math.max(1, rentals.length))]
  const [one] = rental ? fixture.machines.liveOf(rental.id) : []
  if (!one) return
  if (it.does === 'crashes') fixture.machines.crash(one)
  if (it.does === 'hangs') one.isHung = true
  if (it.does === 'vanishes') fixture.machines.remove(one, false)
}

function repairAll(play: HistoryRun): void {
  const { fixture } = play
  play.deaths = []
  play.meanwhile = []
  fixture.driver.forget()
  fixture.game.deafFor = 0
  fixture.machines.slowFor = 0
  for (const each of fixture.machines.all) {
    each.isSilent = false
    each.most = null
    each.taken.clear()
  }
}

/** Of rentals that are long over nothing is there, not even data. */
function findLeftovers({ fixture, rentals }: HistoryRun): string[] {
  const there = fixture.machines.resources.map(({ name }) => `${name} is left`)
  const leftOnHosts = fixture.machines.all.flatMap(({ name, kept: all }) =>
    [...all].map((one) => `${one} is kept on ${name}`),
  )
  const demos = rentals
    .filter(({ id }) => !fixture.deleted.includes(id))
    .map(({ id }) => `demos of ${id} are left`)
  return [...there, ...leftOnHosts, ...demos]
}
