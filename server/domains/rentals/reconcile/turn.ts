import type { Queries } from '../../../platform/database/index.ts'
import type { Fleet } from '../fleet.ts'
import { announceLease } from '../lease-store.ts'
import { nextStep } from './decide.ts'
import { deedOf } from './deeds.ts'
import type { Deed, Write } from './deed.ts'
import type { Facts, Look } from './facts.ts'
import { type Taken, lockFacts, readAgain, readFacts } from './facts-store.ts'
import { failureOf } from './failure.ts'
import { lookAt, noteLook } from './look.ts'
import { outageChange } from './outage.ts'
import { within } from './patience.ts'
import { addressChange, shownState } from './shown.ts'
import { updateLease } from './write-store.ts'

/** Somebody else holds the lease by now: what this holder was about to write is not written (R8). */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

/**
 * One turn at a lease that was taken: look, decide, write the intent, do one side effect, write the result, give it back.
 * Decisions are made while the lease is held in a transaction, so that whatever is asked of it meanwhile either counts or
 * has it looked at again. Throws Overtaken, and what the database throws; the next holder goes on from anywhere.
 */
export async function takeTurn(fleet: Fleet, taken: Taken): Promise<void> {
  await fleet.at('taken')
  const look = await lookFirst(fleet, taken)
  await fleet.at('looked')
  const deed = await inHold(fleet, taken, (tx, facts) => decide(fleet, tx, facts, look))
  await fleet.at('intended')
  if (!deed) return
  await fleet.at(`${deed.effect}-begins`)
  const write = await perform(fleet, deed)
  await fleet.at(`${deed.effect}-done`)
  await inHold(fleet, taken, async (tx, facts) => {
    await write(tx, facts)
    await giveBack(tx, facts, { due: facts.now, isChanged: true })
    await fleet.at('written')
  })
  await fleet.at('committed')
}

async function lookFirst(fleet: Fleet, taken: Taken): Promise<Look | null> {
  const { database, clock } = fleet.context
  const facts = await readFacts(database, taken, clock.now())
  if (!facts) throw new Overtaken()
  const step = nextStep(facts, null)
  return step.kind === 'look' ? lookAt(fleet, facts, step.generation) : null
}

/** What is left to do outside the transaction; null where all is done. */
async function decide(fleet: Fleet, tx: Queries, before: Facts, look: Look | null): Promise<Deed | null> {
  const { facts, isNew } = await noteLook(tx, before, look)
  const step = nextStep(facts, look)
  await fleet.at('decided')
  if (step.kind === 'wait' || step.kind === 'look') {
    const due = step.kind === 'wait' ? step.until : facts.now
    await giveBack(tx, facts, { due, isChanged: isNew })
    return null
  }
  const deed = deedOf(fleet, facts, step)
  if (typeof deed === 'function') {
    await deed(tx, facts)
    await giveBack(tx, facts, { due: facts.now, isChanged: true })
    return null
  }
  if (deed.intend) {
    await deed.intend(tx, facts)
    await showState(tx, facts, true)
  }
  return deed
}

/** What it comes to, to be written: also where it failed, or nobody knows. */
async function perform(fleet: Fleet, deed: Deed): Promise<Write> {
  try {
    return await within(fleet.patienceMs, deed.act())
  } catch (error) {
    return deed.failed?.(error) ?? failureOf(fleet, deed.step, error)
  }
}

async function inHold<T>(
  { context: { database, clock } }: Fleet,
  taken: Taken,
  work: (tx: Queries, facts: Facts) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    const facts = await lockFacts(tx, taken, clock.now())
    if (!facts) throw new Overtaken()
    return work(tx, facts)
  })
}

async function giveBack(
  tx: Queries,
  facts: Facts,
  { due, isChanged }: { due: Date | null; isChanged: boolean },
): Promise<void> {
  await updateLease(tx, facts.lease.id, { due_at: due, held_until: null })
  await showState(tx, facts, isChanged)
}

/** The word on the card follows from what is there; whoever shows it is told. */
async function showState(tx: Queries, facts: Facts, isChanged: boolean): Promise<void> {
  const fresh = await readAgain(tx, facts)
  const { lease, now } = fresh
  const state = shownState(fresh)
  const news = {
    ...(state !== lease.state && { state, state_at: now }),
    ...outageChange(fresh),
    ...addressChange(fresh),
  }
  if (!isChanged && Object.keys(news).length === 0) return
  await updateLease(tx, lease.id, { ...news, changed_at: now })
  await announceLease(tx, lease.id)
}
