import { isEqual } from '../../../app/forms/is-equal.ts'

/** One value that an action changed: the old and the new value, undefined where it does not exist. */
export interface FieldChange {
  /** Its path, such as `features.servers.enabled`; empty if the value has no fields. */
  field: string
  before: unknown
  after: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** What an act changed, value by value: of objects only the fields that differ, of lists only the entries, of texts only the lines. */
export function findChanges(before: unknown, after: unknown): FieldChange[] {
  if (before == null && after == null) return []
  if (asFields(before) === null && asFields(after) === null) return diffValues('', before, after)
  return diffValues('', before ?? undefined, after ?? undefined)
}

function diffValues(field: string, before: unknown, after: unknown): FieldChange[] {
  if (isEqual(before, after)) return []
  const one = asFields(before)
  const other = asFields(after)
  // A created or removed item has all of its fields on one side.
  if ((one && (other ?? after === undefined)) || (other && before === undefined)) {
    const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
    return names.flatMap((name) =>
      diffValues(field === '' ? name : `${field}.${name}`, one?.[name], other?.[name]),
    )
  }
  if (Array.isArray(before) && Array.isArray(after)) return [{ field, ...diffLists(before, after) }]
  if (typeof before === 'string' && typeof after === 'string') return [{ field, ...diffLines(before, after) }]
  return [{ field, before, after }]
}

/** The entries that only one of two lists has; the whole lists where they differ in their order alone. */
function diffLists(before: readonly unknown[], after: readonly unknown[]) {
  const missing = (of: readonly unknown[], from: readonly unknown[]) =>
    of.filter((entry) => !from.some((other) => isEqual(entry, other)))
  const [removed, added] = [missing(before, after), missing(after, before)]
  return removed.length === 0 && added.length === 0 ? { before, after } : { before: removed, after: added }
}

/** The lines from the first to the last that differ, with a mark where lines before or after them are left out. */
function diffLines(before: string, after: string) {
  const [one, other] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const part = (lines: readonly string[]) => {
    const shown = lines.slice(head, lines.length - tail)
    if (shown.length === 0) return ''
    return [...(head > 0 ? ['…'] : []), ...shown, ...(tail > 0 ? ['…'] : [])].join('\n')
  }
  return { before: part(one), after: part(other) }
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}
