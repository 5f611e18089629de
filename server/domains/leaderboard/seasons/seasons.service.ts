import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  operatorChangeSeason,
  operatorOpenSeason,
  operatorSeasonSchema,
} from '@clutch/contract/api/leaderboard/operator-boards.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { readCountedSums } from '../../events/index.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import { moveCountsIntoReopenedSeason } from './reopened-season.service.ts'
import * as store from './seasons.store.ts'
import { doSeasonsOverlap, getSeasonState } from './season-times.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type Season = z.infer<typeof operatorSeasonSchema>

interface SeasonName {
  zh: string
  en: string
}

/** The clocks of several servers may differ by this much. */
const clockSkewMs = 60_000

/** I8: the seasons that have started, newest first, by the name in the asked language, or in the other where it has none. */
export async function listSeasons(
  { database, clock }: Dependencies,
  language: Language,
): Promise<{ id: string; name: string }[]> {
  const now = clock.now()
  return (await store.selectSeasons(database))
    .filter((season) => getSeasonState(season, now) !== 'scheduled')
    .map(({ id, name_zh, name_en }) => ({
      id,
      name: (language === 'zh' ? name_zh || name_en : name_en || name_zh).trim(),
    }))
}

/** Every season with both names, newest first. */
export async function listSeasonsForOperator({ database, clock }: Dependencies): Promise<Season[]> {
  const rows = await store.countRowsBySeason(database)
  const now = clock.now()
  return (await store.selectSeasons(database)).map((season) => toSeason(season, now, rows.get(season.id)))
}

/** One of them; throws `season.not_found`. */
export async function getSeason(context: Dependencies, id: string): Promise<Season> {
  const season = (await listSeasonsForOperator(context)).find((one) => one.id === id)
  if (!season) throw seasonNotFound()
  return season
}

/**
 * Opens a season now, or schedules one. Throws `season.already_open`, `season.overlaps`, `season.past`, or `request.invalid` for one
 * without a name or that ends before it starts.
 */
export function openSeason(
  context: Dependencies,
  { name, starts, ends }: Body<typeof operatorOpenSeason>,
): Promise<Season> {
  const names = toNameColumns(name)
  return withBoardLock(context, async (tx) => {
    const now = context.clock.now()
    const seasons = await store.selectSeasons(tx)
    if (starts === undefined && hasOpenSeason(seasons, now))
      throw new PortalError('season.already_open', 'Close the season that is open first')
    const times = {
      starts_at: starts === undefined ? currentStart(seasons, now) : new Date(starts),
      ends_at: toDate(ends ?? null),
    }
    if (starts !== undefined) assertFuture(now, times.starts_at)
    assertFuture(now, times.ends_at)
    assertNoOverlap(seasons, times)
    return toSeason(await store.insertSeason(tx, { id: randomUUIDv7(), ...names, ...times }), now)
  })
}

/**
 * Renames a season, or moves its start or end while that is in the future. Throws `season.not_found`, `season.started`,
 * `season.already_closed`, `season.overlaps`, `season.past`, `request.invalid`, and `edit.conflict` where it is not as the operator saw
 * it.
 */
export async function changeSeason(
  context: Dependencies,
  id: string,
  { name, starts, ends, revision }: Body<typeof operatorChangeSeason>,
): Promise<Season> {
  const names = name && toNameColumns(name)
  await withBoardLock(context, async (tx) => {
    const before = assertFound(await store.lockSeason(tx, id))
    assertRevision(before, revision)
    const now = context.clock.now()
    const state = getSeasonState(before, now)
    const times = { starts_at: before.starts_at, ends_at: before.ends_at }
    if (starts !== undefined && starts !== +before.starts_at) {
      if (state !== 'scheduled') throw new PortalError('season.started', 'This season has started')
      times.starts_at = new Date(starts)
      assertFuture(now, times.starts_at)
    }
    if (ends !== undefined && ends !== (before.ends_at?.getTime() ?? null)) {
      if (state === 'closed') throw seasonAlreadyClosed()
      times.ends_at = toDate(ends)
      assertFuture(now, times.ends_at)
    }
    if (starts !== undefined || ends !== undefined) {
      const others = (await store.selectSeasons(tx)).filter((season) => season.id !== id)
      assertNoOverlap(others, times)
    }
    await store.updateSeason(tx, id, { ...names, ...times })
  })
  return getSeason(context, id)
}

/**
 * Closes a season now: later counts belong to no season. Throws `season.not_found`, `season.already_closed`,
 * `season.not_started` and `edit.conflict`.
 */
export async function closeSeason(context: Dependencies, id: string, revision?: number): Promise<Season> {
  await withBoardLock(context, async (tx) => {
    const before = assertFound(await store.lockSeason(tx, id))
    const now = context.clock.now()
    const state = getSeasonState(before, now)
    if (state === 'closed') throw seasonAlreadyClosed()
    assertRevision(before, revision)
    if (state === 'scheduled' && +before.starts_at - +now > clockSkewMs)
      throw new PortalError('season.not_started', 'This season has not started yet')
    const ends = new Date(Math.max(+now, +before.starts_at))
    await store.updateSeason(tx, id, { ends_at: ends })
  })
  return getSeason(context, id)
}

/**
 * Reopens a season until the next scheduled one; counts since its end belong to it. Throws
 * `season.not_found`, `season.not_closed`, `season.overlaps` once another one has started, and
 * `edit.conflict`.
 */
export async function reopenSeason(context: Dependencies, id: string, revision?: number): Promise<Season> {
  const { database, clock } = context
  const before = assertFound(await store.findSeason(database, id))
  assertRevision(before, revision)
  // Days of counts, which are read before the boards are held.
  const counted = await readCountedSums(database, {
    since: assertEnded(before, clock.now()),
    now: clock.now(),
  })
  await withBoardLock(context, async (tx) => {
    const locked = assertFound(await store.lockSeason(tx, id))
    assertRevision(locked, before.revision)
    const now = clock.now()
    const ended = assertEnded(locked, now)
    const later = (await store.selectSeasons(tx)).filter(
      (season) => season.id !== id && season.starts_at >= ended,
    )
    const next = later.at(-1)?.starts_at ?? null
    if (next && next <= now) throw new PortalError('season.overlaps', 'Another season has started since')
    await store.updateSeason(tx, id, { ends_at: next })
    await moveCountsIntoReopenedSeason(tx, { seasonId: id, counted, now })
  })
  return getSeason(context, id)
}

/** Deletes a season in which nothing was counted. Throws `season.not_found`, `season.has_counts` and `edit.conflict`. */
export async function cancelSeason(context: Dependencies, id: string, revision?: number): Promise<void> {
  await withBoardLock(context, async (tx) => {
    assertRevision(assertFound(await store.lockSeason(tx, id)), revision)
    if (await store.deleteEmptySeason(tx, id)) return
    throw new PortalError('season.has_counts', 'Something was counted in this season')
  })
}

/** Whether a season is open for longer than clocks may differ. */
function hasOpenSeason(seasons: readonly store.SeasonRow[], now: Date): boolean {
  return seasons.some(
    (season) =>
      getSeasonState(season, now) === 'open' &&
      (season.ends_at === null || +season.ends_at - +now > clockSkewMs),
  )
}

/** Now, or the end of the season that another process has just closed by a clock ahead of this one. */
function currentStart(seasons: readonly store.SeasonRow[], now: Date): Date {
  const open = seasons.find((season) => getSeasonState(season, now) === 'open')
  return open?.ends_at ?? now
}

function assertEnded({ ends_at: ended }: store.SeasonRow, now: Date): Date {
  if (ended !== null && now >= ended) return ended
  throw new PortalError('season.not_closed', 'This season has not ended')
}

function assertFuture(now: Date, time: Date | null): void {
  if (time && time < now) throw new PortalError('season.past', 'This time has passed')
}

function assertNoOverlap(
  others: readonly store.SeasonRow[],
  times: Pick<store.SeasonRow, 'starts_at' | 'ends_at'>,
): void {
  if (times.ends_at && times.ends_at <= times.starts_at)
    throw new PortalError('request.invalid', 'ends: not after the start')
  const other = others.find((season) => doSeasonsOverlap(season, times))
  if (other)
    throw new PortalError(
      'season.overlaps',
      other.ends_at || other.starts_at >= times.starts_at
        ? 'There is another season at that time'
        : `The season ${other.id} has no end: give it one first, by "season change ${other.id} --until DAY"`,
    )
}

function assertFound(season: store.SeasonRow | undefined): store.SeasonRow {
  if (!season) throw seasonNotFound()
  return season
}

function toNameColumns({ zh, en }: SeasonName): { name_zh: string; name_en: string } {
  const name = { name_zh: zh.trim(), name_en: en.trim() }
  if (name.name_zh || name.name_en) return name
  throw new PortalError('request.invalid', 'name: empty in both languages')
}

function toSeason(season: store.SeasonRow, now: Date, rows = 0): Season {
  const { id, name_zh, name_en, starts_at, ends_at, revision } = season
  return {
    id,
    name: { zh: name_zh, en: name_en },
    starts: starts_at.getTime(),
    ends: ends_at?.getTime() ?? null,
    state: getSeasonState(season, now),
    rows,
    revision,
  }
}

function seasonAlreadyClosed(): PortalError {
  return new PortalError('season.already_closed', 'This season is closed already')
}

function seasonNotFound(): PortalError {
  return new PortalError('season.not_found', 'There is no such season')
}
