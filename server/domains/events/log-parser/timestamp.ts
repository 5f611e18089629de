/** `MM/DD/YYYY - HH:MM:SS.mmm - ` */
const httpTimestampLength = 28
/** `L MM/DD/YYYY - HH:MM:SS: ` */
const fileTimestampLength = 25

/** No stamp is longer. */
export const maxTimestampLength = httpTimestampLength

const dayMs = 86_400_000
const zero = 48
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns the timestamp at the start of a line, in ms as if its clock were UTC; NaN where it is missing or
 * invalid.
 */
export function readTimestamp(line: string): number {
  const isFiled = line.charCodeAt(0) === 76
  const from = isFiled ? 2 : 0
  if (
    line.length < (isFiled ? fileTimestampLength : httpTimestampLength) ||
    !hasSeparators(line, from, isFiled)
  )
    return NaN
  const day = toDays(readNumber(line, from + 6, 4), readNumber(line, from, 2), readNumber(line, from + 3, 2))
  const time = toTimeMs(
    readNumber(line, from + 13, 2),
    readNumber(line, from + 16, 2),
    readNumber(line, from + 19, 2),
  )
  return day * dayMs + time + (isFiled ? 0 : readNumber(line, from + 22, 3))
}

/** Where the text of a line with a stamp begins. */
export function findTextStart(line: string): number {
  return line.charCodeAt(0) === 76 ? fileTimestampLength : httpTimestampLength
}

function hasSeparators(line: string, from: number, isFiled: boolean): boolean {
  if (line[from + 2] !== '/' || line[from + 5] !== '/' || !line.startsWith(' - ', from + 10)) return false
  if (line[from + 15] !== ':' || line[from + 18] !== ':') return false
  if (isFiled) return line[1] === ' ' && line.startsWith(': ', from + 21)
  return line[from + 21] === '.' && line.startsWith(' - ', from + 25)
}

/** Reads a number of `digits` digits; NaN where one is not a digit. */
function readNumber(line: string, from: number, digits: number): number {
  let value = 0
  for (let index = from; index < from + digits; index++) {
    const digit = line.charCodeAt(index) - zero
    if (!(digit >= 0 && digit <= 9)) return NaN
    value = value * 10 + digit
  }
  return value
}

/** Days since 1970, counted in years that begin in March, so that a leap day ends one. */
function toDays(year: number, month: number, day: number): number {
  if (!(day >= 1 && day <= (monthDays[month - 1] ?? 0))) return NaN
  if (month === 2 && day === 29 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))) return NaN
  const marchYear = month > 2 ? year : year - 1
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + ofYear - 719_468
}

function toTimeMs(hour: number, minute: number, second: number): number {
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : NaN
}
