import type { ErrorCode } from '@clutch/contract/errors.ts'
import { adminNoteMaxLength } from '@clutch/contract/limits.ts'
import {
  validateAdminSteamId,
  validateAdmin,
  type RentalAdmin,
} from '@clutch/contract/rules/rentals/rental-fields.ts'

/** The input for adding an admin. */
export interface TypedAdmin {
  steamid: string
  note: string
  /** Whether the input is complete: the field lost focus, or it was submitted. */
  isDone: boolean
}

/** The error of each field; null if it is valid. */
export interface AdminErrors {
  steamid: ErrorCode | null
  note: ErrorCode | null
}

/** Converts the input to a list entry; surrounding blanks are removed. */
export function toRentalAdmin({ steamid, note }: Omit<TypedAdmin, 'isDone'>): RentalAdmin {
  return { steamid: steamid.trim(), name: note.trim(), servername: '' }
}

/**
 * G15: Returns the errors of an entry to add, by field; a full list is reported at the SteamID. For
 * incomplete input, only errors that further characters cannot fix. `protectedIds` are SteamIDs exempt from the
 * prefix rule.
 */
export function findAddErrors(
  admins: readonly RentalAdmin[],
  typed: TypedAdmin,
  protectedIds: readonly string[] = [],
): AdminErrors {
  return typed.isDone
    ? findCompleteErrors(admins, typed, protectedIds)
    : findTypingErrors(admins, typed, protectedIds)
}

function findCompleteErrors(
  admins: readonly RentalAdmin[],
  typed: TypedAdmin,
  protectedIds: readonly string[],
): AdminErrors {
  const problem = validateAdmin(admins, toRentalAdmin(typed), protectedIds)
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
  protectedIds: readonly string[],
): AdminErrors {
  const steamid = typed.steamid.trim()
  const { note } = findCompleteErrors(admins, typed, protectedIds)
  if (steamid === '') return { steamid: null, note }
  if (/\D/.test(steamid) || steamid.length > 17) return { steamid: 'admin.steam_id_invalid', note }
  const begun = steamid.slice(0, prefix.length)
  const isKept = protectedIds.some((one) => one.startsWith(steamid))
  if (!prefix.startsWith(begun) && !isKept) return { steamid: 'admin.steam_id_prefix', note }
  const isTwice =
    validateAdminSteamId(steamid, protectedIds) === null && admins.some((admin) => admin.steamid === steamid)
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

/** Returns the display name of an admin: the note, else the in-game name, else the SteamID. */
export function formatAdmin({ steamid, name, servername }: RentalAdmin): string {
  return name || servername || steamid
}
