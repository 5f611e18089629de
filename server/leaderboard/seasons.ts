import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorRenameSeason, operatorSeasonSchema } from '@clutch/contract/api/operator-boards.ts'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import { requireSeen } from '../http/seen-revision.ts'
import { writeBoards } from './hold.ts'
import * as store from './seasons-store.ts'

type Parts = Pick<House, 'database' | 'clock'>
type Season = z.infer<typeof operatorSeasonSchema>

interface Name {
  zh: string
  en: string
}

/** I8: the seasons, newest first, by the name in the asked language, or in the other where it has none. */
export async function listSeasons(
  queries: Queries,
  language: Language,
): Promise<{ id: string; name: string }[]> {
  return (await store.selectSeasons(queries)).map(({ id, name_zh, name_en }) => ({
    id,
    name: (language === 'zh' ? name_zh || name_en : name_en || name_zh).trim(),
  }))
}

/** Every season with both names, newest first. */
export async function listAllSeasons(queries: Queries): Promise<Season[]> {
  const rows = await store.countRows(queries)
  return (await store.selectSeasons(queries)).map((season) => told(season, rows.get(season.id)))
}

/** One of them; throws `season.not_found`. */
export async function readSeason(queries: Queries, id: string): Promise<Season> {
  const season = (await listAllSeasons(queries)).find((one) => one.id === id)
  if (!season) throw notFound()
  return season
}

/** Opens a season now. Throws `season.already_open`, or `request.invalid` for one without a name. */
export function openSeason(house: Parts, name: Name): Promise<Season> {
  const named = nameOf(name)
  return writeBoards(house, async (tx) => {
    const [newest] = await store.selectSeasons(tx)
    if (newest && !newest.ends_at) {
      throw new PortalError('season.already_open', 'Close the season that is open first')
    }
    // Never before the end of the last one, whatever a clock says: of two seasons the newer one is listed first.
    const starts = new Date(Math.max(+house.clock.now(), +(newest?.ends_at ?? 0)))
    return told(
      await store.insertSeason(tx, { id: randomUUIDv7(), ...named, starts_at: starts, ends_at: null }),
    )
  })
}

/**
 * Renames a season. Throws `season.not_found`, `request.invalid` for no name at all, and `edit.conflict` where it is not as the
 * operator saw it.
 */
export async function renameSeason(
  { database }: Parts,
  id: string,
  { name, revision }: Body<typeof operatorRenameSeason>,
): Promise<Season> {
  const named = nameOf(name)
  await database.transaction().execute(async (tx) => {
    requireSeen(found(await store.lockSeason(tx, id)), revision)
    await store.updateSeason(tx, id, named)
  })
  return readSeason(database, id)
}

/**
 * Closes a season now: what is counted from here on belongs to no season. Throws `season.not_found`, `season.already_closed` and
 * `edit.conflict`.
 */
export async function closeSeason(house: Parts, id: string, revision?: number): Promise<Season> {
  await writeBoards(house, async (tx) => {
    const before = found(await store.lockSeason(tx, id))
    if (before.ends_at) throw new PortalError('season.already_closed', 'This season is closed already')
    requireSeen(before, revision)
    const ends = new Date(Math.max(+house.clock.now(), +before.starts_at))
    await store.updateSeason(tx, id, { ends_at: ends })
  })
  return readSeason(house.database, id)
}

function found(season: store.SeasonRow | undefined): store.SeasonRow {
  if (!season) throw notFound()
  return season
}

function nameOf({ zh, en }: Name): { name_zh: string; name_en: string } {
  const name = { name_zh: zh.trim(), name_en: en.trim() }
  if (name.name_zh || name.name_en) return name
  throw new PortalError('request.invalid', 'name: empty in both languages')
}

function told({ id, name_zh, name_en, starts_at, ends_at, revision }: store.SeasonRow, rows = 0): Season {
  return {
    id,
    name: { zh: name_zh, en: name_en },
    starts: starts_at.getTime(),
    ends: ends_at?.getTime() ?? null,
    rows,
    revision,
  }
}

function notFound(): PortalError {
  return new PortalError('season.not_found', 'There is no such season')
}
