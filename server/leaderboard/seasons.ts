import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { operatorSeasonSchema } from '@clutch/contract/api/operator-boards.ts'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
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
  return (await store.selectSeasons(queries)).map(told)
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
    const season = { id: randomUUIDv7(), ...named, starts_at: starts, ends_at: null }
    await store.insertSeason(tx, season)
    return told(season)
  })
}

/** Throws `season.not_found`, or `request.invalid` for no name at all. */
export async function renameSeason(queries: Queries, id: string, name: Name): Promise<Season> {
  const season = await store.updateSeason(queries, id, nameOf(name))
  if (!season) throw notFound()
  return told(season)
}

/** Closes a season now: what is counted from here on belongs to no season. Throws `season.not_found` or `season.already_closed`. */
export function closeSeason(house: Parts, id: string): Promise<Season> {
  return writeBoards(house, async (tx) => {
    const before = await store.findSeason(tx, id)
    if (!before) throw notFound()
    if (before.ends_at) throw new PortalError('season.already_closed', 'This season is closed already')
    const ends = new Date(Math.max(+house.clock.now(), +before.starts_at))
    const season = await store.updateSeason(tx, id, { ends_at: ends })
    if (!season) throw notFound()
    return told(season)
  })
}

function nameOf({ zh, en }: Name): { name_zh: string; name_en: string } {
  const name = { name_zh: zh.trim(), name_en: en.trim() }
  if (name.name_zh || name.name_en) return name
  throw new PortalError('request.invalid', 'name: empty in both languages')
}

function told({ id, name_zh, name_en, starts_at, ends_at }: store.SeasonRow): Season {
  return {
    id,
    name: { zh: name_zh, en: name_en },
    starts: starts_at.getTime(),
    ends: ends_at?.getTime() ?? null,
  }
}

function notFound(): PortalError {
  return new PortalError('season.not_found', 'There is no such season')
}
