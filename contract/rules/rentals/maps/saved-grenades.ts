import * as z from 'zod/mini'
import { isRecord } from '../../shared/is-record.ts'
import { maxSavedGrenades, savedGrenadesMaxBytes } from '../../../limits.ts'

/** A grenade line-up that a player saved with MatchZy's `.savenade`. All texts are what players typed. */
export interface SavedGrenade {
  /** The SteamID64 of the player whose it is; `default`: everyone's. */
  owner: string
  name: string
  map: string
  /** `Smoke`, `Flash`, `HE`, `Decoy` or `Molly`; empty where MatchZy did not write one. */
  type: string
  /** Three numbers with spaces, as the game's `setpos` and `setang` take them. */
  position: string
  angle: string
  description: string
}

/** What keeps a file from being one of MatchZy's; `at` names the entry, as `owner / name`. */
export type SavedGrenadesFault =
  | { kind: 'too-large' }
  | { kind: 'not-json' }
  | { kind: 'too-many' }
  | { kind: 'wrong-shape'; at: string }

export type SavedGrenadesResult =
  | { grenades: SavedGrenade[]; fault: null }
  | { grenades: null; fault: SavedGrenadesFault }

/** MatchZy parses each number with C#'s float.Parse; a file with another text fails when the line-up is loaded. */
const vectorPattern = /^-?\d{1,7}(\.\d{1,9})?(E-?\d{1,2})?( -?\d{1,7}(\.\d{1,9})?(E-?\d{1,2})?){2}$/

const entrySchema = z.object({
  owner: z.string().check(z.regex(/^(default|\d{17})$/)),
  // MatchZy splits what players type at spaces.
  name: z.string().check(z.regex(/^\S{1,128}$/u)),
  LineupPos: z.string().check(z.regex(vectorPattern)),
  LineupAng: z.string().check(z.regex(vectorPattern)),
  Desc: z._default(z.string().check(z.maxLength(500)), ''),
  Map: z.string().check(z.regex(/^[\w/.-]{1,128}$/)),
  // `.importnade` writes none.
  Type: z._default(z.string().check(z.maxLength(32)), ''),
})

/** Reads the text of a `savednades.json`; a byte order mark before it is ignored. */
export function parseSavedGrenades(text: string): SavedGrenadesResult {
  // No character takes less than one byte.
  if (text.length > savedGrenadesMaxBytes) return fail({ kind: 'too-large' })
  if (new TextEncoder().encode(text).length > savedGrenadesMaxBytes) return fail({ kind: 'too-large' })
  try {
    return readSavedGrenades(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return fail({ kind: 'not-json' })
  }
}

/**
 * Reads the content of a `savednades.json`: an object by owner, of objects by name, of objects of texts. Properties of an entry that
 * MatchZy does not write are left out.
 */
export function readSavedGrenades(content: unknown): SavedGrenadesResult {
  if (!isRecord(content)) return fail({ kind: 'wrong-shape', at: '' })
  const grenades: SavedGrenade[] = []
  for (const [owner, byName] of Object.entries(content)) {
    if (!isRecord(byName)) return fail({ kind: 'wrong-shape', at: owner.slice(0, 64) })
    for (const [name, entry] of Object.entries(byName)) {
      const read = entrySchema.safeParse({ ...(isRecord(entry) && entry), owner, name })
      if (!read.success) return fail({ kind: 'wrong-shape', at: `${owner} / ${name}`.slice(0, 100) })
      if (grenades.length === maxSavedGrenades) return fail({ kind: 'too-many' })
      grenades.push(toSavedGrenade(read.data))
    }
  }
  return { grenades, fault: null }
}

/** Returns line-ups as the text of a `savednades.json`, indented as MatchZy does. */
export function formatSavedGrenades(grenades: readonly SavedGrenade[]): string {
  // Without a prototype a player's `__proto__` is a name like any other.
  const content: Record<string, Record<string, object>> = Object.create(null)
  for (const { owner, name, map, type, position, angle, description } of grenades) {
    const entry = { LineupPos: position, LineupAng: angle, Desc: description, Map: map, Type: type }
    content[owner] ??= Object.create(null) as Record<string, object>
    content[owner][name] = entry
  }
  return JSON.stringify(content, null, 2)
}

/** Adds line-ups to others; one of the same owner and name is replaced. */
export function mergeSavedGrenades(
  present: readonly SavedGrenade[],
  added: readonly SavedGrenade[],
): SavedGrenade[] {
  const key = ({ owner, name }: SavedGrenade) => `${owner} ${name}`
  const merged = new Map(present.map((one) => [key(one), one]))
  for (const one of added) merged.set(key(one), one)
  return [...merged.values()]
}

/** The latest versions of a server's line-ups are kept, and of the older ones the latest of each day, as many altogether. */
const latestVersionsKept = 10
export const maxGrenadeVersions = 30
const dayMs = 86_400_000

/** Returns the ids of versions to delete; `current` is never one of them. */
export function selectSurplusVersions(
  versions: readonly { id: string; madeAt: number }[],
  current: string | null,
): string[] {
  const days = new Set<number>()
  let kept = 0
  return versions
    .toSorted((one, other) => other.madeAt - one.madeAt)
    .filter(({ id, madeAt }, index) => {
      const day = Math.floor(madeAt / dayMs)
      const isKept = index < latestVersionsKept || (!days.has(day) && kept < maxGrenadeVersions)
      days.add(day)
      if (isKept) kept += 1
      return !isKept && id !== current
    })
    .map(({ id }) => id)
}

function toSavedGrenade(entry: z.output<typeof entrySchema>): SavedGrenade {
  const { owner, name, Map: map, Type: type, Desc: description } = entry
  return { owner, name, map, type, position: entry.LineupPos, angle: entry.LineupAng, description }
}

function fail(fault: SavedGrenadesFault): SavedGrenadesResult {
  return { grenades: null, fault }
}
