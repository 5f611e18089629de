import { randomUUIDv7 } from 'node:crypto'
import { savedGrenadesMaxBytes } from '@clutch/contract/limits.ts'
import {
  type SavedGrenade,
  formatSavedGrenades,
  mergeSavedGrenades,
  parseSavedGrenades,
} from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import {
  type ConfigFiles,
  FileRefused,
  HostUnreachable,
  InstanceNotFound,
  type InstanceRef,
} from '../drivers/driver.ts'
import { type Fleet, findServedHost } from '../fleet.ts'
import { waitForHost } from '../reconciler/wait-for-host.ts'
import { lockRental } from '../rentals.store.ts'
import * as store from './grenades.store.ts'

/** An instance whose file is read or written; `rev` is the `grenades_rev` of its row. */
export interface GrenadeTarget {
  instanceRef: InstanceRef
  rev: number
}

/** A host that takes longer to answer has the file read the next time. */
const readTimeoutMs = 10_000

/**
 * Stores the line-ups that players saved on an instance, as the current version of its rental, or as an earlier one where the instance
 * is not the present server or the owner has just set others. Returns whether the instance has such a file at all. What is no file of
 * MatchZy is logged and left. Throws HostUnreachable or InstanceNotFound.
 */
export async function collectGrenades(fleet: Fleet, target: GrenadeTarget): Promise<boolean> {
  const { log } = fleet.context
  const { number: server, generation } = target.instanceRef
  const text = await readFile(fleet, target.instanceRef)
  if (text === null) return false
  const problem = typeof text === 'string' ? await saveCollected(fleet, target, text) : text.problem
  if (problem !== null) log.warn({ server, generation, problem }, 'saved grenades cannot be collected')
  return true
}

/** Before an instance is removed: a host that does not answer keeps it from being removed three times at most. */
export async function collectBeforeRemoval(
  fleet: Fleet,
  target: GrenadeTarget,
  { tries }: { tries: number },
): Promise<void> {
  try {
    await collectGrenades(fleet, target)
  } catch (error) {
    if (error instanceof InstanceNotFound) return
    if (!(error instanceof HostUnreachable)) throw error
    if (tries < maxRemovalDelays) throw error
    const { number: server, generation } = target.instanceRef
    fleet.context.log.warn(
      { err: error, server, generation },
      'saved grenades are not collected before the removal',
    )
  }
}

const maxRemovalDelays = 3

/** Returns the file for an instance that starts, where it has none yet: a new one, or one whose data was lost. */
export async function buildGrenadeFiles(fleet: Fleet, instanceRef: InstanceRef): Promise<ConfigFiles> {
  const path = fleet.game.savedGrenadesPath
  if (path === null) return {}
  const present = await readFile(fleet, instanceRef).catch((error: unknown) => {
    if (error instanceof InstanceNotFound) return null
    throw error
  })
  if (typeof present === 'string') return {}
  const current = await store.selectCurrentVersion(fleet.context.database, instanceRef.rentalId)
  // MatchZy reads it without asking whether it is there.
  return { [path]: current?.content ?? '{}' }
}

/**
 * Writes the current version of a rental to an instance; what players saved there meanwhile becomes an earlier version, and stays in an
 * upload, which adds to it. Repeating it changes nothing. Returns the source of the version, null if there is none. Throws the driver's
 * errors.
 */
export async function writeCurrentGrenades(fleet: Fleet, target: GrenadeTarget): Promise<string | null> {
  const { database } = fleet.context
  const { instanceRef } = target
  const current = await store.selectCurrentVersion(database, instanceRef.rentalId)
  const path = fleet.game.savedGrenadesPath
  if (!current || path === null) return null
  const present = await readFile(fleet, instanceRef)
  let { content } = current
  if (typeof present === 'string') {
    await saveCollected(fleet, target, present)
    if (current.source === 'uploaded') content = addGrenades(present, content)
    const { grenades } = parseSavedGrenades(content)
    if (content !== current.content && grenades)
      await store.updateCurrentContent(database, current.id, { content, grenades: grenades.length })
  }
  await fleet.driver.configure(instanceRef, { [path]: content })
  return current.source
}

/**
 * Brings what players saved on the old server of a move to the new one, just before that replaces it. An old server that cannot be read
 * does not keep the move: the new one has what was collected before. Throws the driver's errors about the new one.
 */
export async function carryGrenades(fleet: Fleet, old: GrenadeTarget, next: InstanceRef): Promise<void> {
  const path = fleet.game.savedGrenadesPath
  if (path === null) return
  try {
    await collectGrenades(fleet, old)
  } catch (error) {
    if (!(error instanceof HostUnreachable || error instanceof InstanceNotFound)) throw error
    const { number: server } = next
    fleet.context.log.warn({ err: error, server }, 'the latest saved grenades are not moved')
    return
  }
  const current = await store.selectCurrentVersion(fleet.context.database, next.rentalId)
  if (current) await fleet.driver.configure(next, { [path]: current.content })
}

/** Null: there is no file; an object: what lies there is none. Half a file, which the game is just writing, is read again. */
async function readFile(
  fleet: Fleet,
  instanceRef: InstanceRef,
): Promise<string | null | { problem: string }> {
  const { driver, game, sideEffectTimeoutMs } = fleet
  const path = game.savedGrenadesPath
  if (path === null) return null
  if (!findServedHost(fleet, instanceRef.hostName))
    throw new HostUnreachable(`no driver here serves ${instanceRef.hostName}`)
  const ms = Math.min(readTimeoutMs, sideEffectTimeoutMs)
  const read = () => waitForHost(ms, driver.readFile(instanceRef, path, savedGrenadesMaxBytes))
  try {
    const text = await read()
    const isHalf = text !== null && parseSavedGrenades(text).fault?.kind === 'not-json'
    return isHalf ? await read() : text
  } catch (error) {
    if (error instanceof FileRefused) return { problem: error.message }
    throw error
  }
}

/** Returns what is wrong with the text; null if it is stored or nothing new. */
async function saveCollected(
  { context: { database, clock } }: Fleet,
  { instanceRef: { rentalId, generation }, rev }: GrenadeTarget,
  content: string,
): Promise<string | null> {
  const { grenades, fault } = parseSavedGrenades(content)
  if (fault) return fault.kind === 'wrong-shape' ? `${fault.kind}: ${fault.at}` : fault.kind
  const isKnown = (current: Pick<store.GrenadeVersionRow, 'content'> | undefined) =>
    current ? current.content === content : grenades.length === 0
  // Most times nothing is new, and nothing is locked for that.
  if (isKnown(await store.selectCurrentVersion(database, rentalId))) return null
  await database.transaction().execute(async (tx) => {
    if (!(await lockRental(tx, rentalId)) || isKnown(await store.selectCurrentVersion(tx, rentalId))) return
    const isCurrent = await store.isCurrentInstance(tx, { rentalId, generation, rev })
    if (!isCurrent && (grenades.length === 0 || (await store.hasVersion(tx, rentalId, content)))) return
    await store.insertVersion(tx, {
      id: randomUUIDv7(),
      rental_id: rentalId,
      source: 'collected',
      content,
      grenades: grenades.length,
      made_at: clock.now(),
      made_by: null,
      is_current: isCurrent,
    })
  })
  return null
}

/** The line-ups of both files, if they are as many as a file may hold; otherwise those of the second. */
function addGrenades(present: string, added: string): string {
  const [here, more] = [present, added].map((text) => parseSavedGrenades(text).grenades)
  if (!here || !more) return added
  const merged: SavedGrenade[] = mergeSavedGrenades(here, more)
  const content = formatSavedGrenades(merged)
  return parseSavedGrenades(content).fault ? added : content
}
