import type { ErrorCode } from '@clutch/contract/errors.ts'
import { adminNoteMaxLength } from '@clutch/contract/limits.ts'
import {
  validateAdminSteamId,
  validateAdmin,
  type RentalAdmin,
} from '@clutch/contract/rules/rentals/rental-fields.ts'

/** What is typed to add somebody. */
export interface TypedAdmin {
  steamid: string
  note: string
  /** Whether it is all there: the field was left, or it was to be added. */
  isDone: boolean
}

/** What is wrong with either field; null for nothing. */
export interface AdminErrors {
  steamid: ErrorCode | null
  note: ErrorCode | null
}

/** What was typed as it would stand on the list; blanks around it do not count. */
export function toRentalAdmin({ steamid, note }: Omit<TypedAdmin, 'isDone'>): RentalAdmin {
  return { steamid: steamid.trim(), name: note.trim(), servername: '' }
}

/**
 * G15: what is wrong with what would be added to a list, at the field it is about; a full list is said at the SteamID. Before all
 * of it is there, only what no further character can put right. `kept` are the SteamIDs that may begin as they like.
 */
export function findAddErrors(
  admins: readonly RentalAdmin[],
  typed: TypedAdmin,
  kept: readonly string[] = [],
): AdminErrors {
  return typed.isDone ? findCompleteErrors(admins, typed, kept) : findTypingErrors(admins, typed, kept)
}

function findCompleteErrors(
  admins: readonly RentalAdmin[],
  typed: TypedAdmin,
  kept: readonly string[],
): AdminErrors {
  const problem = validateAdmin(admins, toRentalAdmin(typed), kept)
  const isLong = Array.from(typed.note.trim()).length > adminNoteMaxLength
  return {
    steamid: problem === 'admin.note_length' ? null : problem,
    note: isLong ? 'admin.note_length' : null,
  }
}

const prefix = '7656119'

function findTypingErrors(
  admins: readonly RentalAdmin[],
  typed: TypedAdmin,
  kept: readonly string[],
): AdminErrors {
  const steamid = typed.steamid.trim()
  const { note } = findCompleteErrors(admins, typed, kept)
  if (steamid === '') return { steamid: null, note }
  if (/\D/.test(steamid) || steamid.length > 17) return { steamid: 'admin.steam_id_invalid', note }
  const begun = steamid.slice(0, prefix.length)
  const isKept = kept.some((one) => one.startsWith(steamid))
  if (!prefix.startsWith(begun) && !isKept) return { steamid: 'admin.steam_id_prefix', note }
  const isTwice =
    validateAdminSteamId(steamid, kept) === null && admins.some((admin) => admin.steamid === steamid)
  return { steamid: isTwice ? 'admin.steam_id_twice' : null, note }
}

/** Whether two lists say the same, in the same order. */
export function hasSameAdmins(one: readonly RentalAdmin[], other: readonly RentalAdmin[]): boolean {
  return (
    one.length === other.length &&
    one.every((admin, at) => {
      const beside = other[at]
      return beside?.steamid === admin.steamid && beside.name === admin.name
    })
  )
}

/** How somebody of a list is called: the note, else their name in the game, else the SteamID. */
export function formatAdmin({ steamid, name, servername }: RentalAdmin): string {
  return name || servername || steamid
}
