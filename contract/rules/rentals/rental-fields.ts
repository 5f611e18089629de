import type { ErrorCode } from '../../errors.ts'
import {
  adminNoteMaxLength,
  maxAdmins,
  rentalNameMaxLength,
  rentalNameMinLength,
  rentalPasswordMaxLength,
  rentalPasswordMinLength,
} from '../../limits.ts'

/** G10: Chinese characters, letters, digits and blanks: nothing that a game's console could read as more than a name. */
const namePattern = /^[\p{Script=Han}A-Za-z0-9 ]+$/u
const passwordPattern = /^[A-Za-z0-9]+$/

/** Returns a name in its stored form: trimmed, with every kind of blank replaced by one space. */
export function normalizeRentalName(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ')
}

/** G10: returns what is wrong with a server's name, or null. Length in characters, not in UTF-16 units. */
export function validateRentalName(name: string): ErrorCode | null {
  const tidy = normalizeRentalName(name)
  const length = Array.from(tidy).length
  if (length === 0) return 'rental.name_required'
  if (length < rentalNameMinLength || length > rentalNameMaxLength) return 'rental.name_length'
  return namePattern.test(tidy) ? null : 'rental.name_invalid'
}

/** G10, G14: returns what is wrong with a server's password, or null. */
export function validateRentalPassword(password: string): ErrorCode | null {
  const tidy = password.trim()
  if (tidy.length === 0) return 'rental.password_required'
  if (tidy.length < rentalPasswordMinLength || tidy.length > rentalPasswordMaxLength)
    return 'rental.password_length'
  return passwordPattern.test(tidy) ? null : 'rental.password_invalid'
}

/** An admin of a rental: SteamID64, a note, and their name in the game if known. */
export interface RentalAdmin {
  steamid: string
  name: string
  servername: string
}

/**
 * G15: returns what is wrong with a SteamID to add, or null. The start of those in `protectedIds`, the present admins
 * and the owner, is not checked.
 */
export function validateAdminSteamId(
  steamid: string,
  protectedIds: readonly string[] = [],
): ErrorCode | null {
  if (steamid === '') return 'admin.steam_id_empty'
  if (!/^\d{17}$/.test(steamid)) return 'admin.steam_id_invalid'
  return steamid.startsWith('7656119') || protectedIds.includes(steamid) ? null : 'admin.steam_id_prefix'
}

/** G15: returns what is wrong with one more entry of a list, or null. */
export function validateAdmin(
  admins: readonly RentalAdmin[],
  { steamid, name }: RentalAdmin,
  protectedIds: readonly string[] = [],
): ErrorCode | null {
  const wrongId = validateAdminSteamId(steamid, protectedIds)
  if (wrongId !== null) return wrongId
  if (admins.some((other) => other.steamid === steamid)) return 'admin.steam_id_twice'
  if (Array.from(name).length > adminNoteMaxLength) return 'admin.note_length'
  return admins.length >= maxAdmins ? 'admin.too_many_admins' : null
}

/** G15: returns what is wrong with a list to apply, or null. */
export function validateAdmins(
  admins: readonly RentalAdmin[],
  protectedIds: readonly string[] = [],
): ErrorCode | null {
  if (admins.length === 0) return 'admin.none'
  for (const [index, admin] of admins.entries()) {
    const problem = validateAdmin(admins.slice(0, index), admin, protectedIds)
    if (problem !== null) return problem
  }
  return null
}

const hiddenCharacters = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\uFEFF]/gu

/**
 * Returns a note or a name of the list in its stored form, of at most `max` characters: without broken
 * characters, hidden text or direction marks, which must not reach a game server's files or the database.
 * Emoji joiners stay.
 */
export function sanitizeAdminText(text: string, max = Infinity): string {
  const line = text.replaceAll(hiddenCharacters, '').trim()
  return Array.from(line).slice(0, max).join('')
}
