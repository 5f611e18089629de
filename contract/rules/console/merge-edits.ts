/** Where a value is inside the fields of a form, such as `['text', 'zh']`. */
export type FieldPath = readonly string[]

/** A field that two people changed to different values since they both saw `base`. */
export interface EditConflict {
  path: FieldPath
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface MergedEdits<Fields> {
  /** Every change of one side; where both changed a field differently, my value. */
  fields: Fields
  /** The fields that only the other side changed. */
  taken: FieldPath[]
  conflicts: EditConflict[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Three-way merge of the fields of one form: `base` is what both sides started from. Objects are merged field by field. Lists
 * are merged as a whole, because their entries have no identity: merging by place could drop an entry that one side moved.
 */
export function mergeEdits<Of extends object>(base: Of, mine: Of, theirs: Of): MergedEdits<Of> {
  const merged: MergedEdits<Fields> = { fields: {}, taken: [], conflicts: [] }
  const fields = mergeFields([], { base, mine, theirs } as unknown as MergeSides<Fields>, merged)
  return { ...merged, fields: fields as Of }
}

interface MergeSides<Value> {
  base: Value
  mine: Value
  theirs: Value
}

function mergeFields(
  path: FieldPath,
  { base, mine, theirs }: MergeSides<Fields>,
  found: MergedEdits<Fields>,
) {
  // In the order of the stored fields, so that the result can be compared with them.
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const entries = [...names].map((name) => {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name] }
    return [name, mergeValue([...path, name], sides, found)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function mergeValue(path: FieldPath, sides: MergeSides<unknown>, found: MergedEdits<Fields>): unknown {
  const { base, mine, theirs } = sides
  if (isFields(base) && isFields(mine) && isFields(theirs))
    return mergeFields(path, { base, mine, theirs }, found)
  if (isDeepEqual(mine, theirs) || isDeepEqual(base, theirs)) return mine
  if (isDeepEqual(base, mine)) {
    found.taken.push(path)
    return theirs
  }
  found.conflicts.push({ path, base, mine, theirs })
  return mine
}

/** The value at a path; undefined where the path leads nowhere. */
export function valueAt(fields: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), fields)
}

/** The same fields with another value at a path. */
export function withValueAt<Of extends object>(fields: Of, path: FieldPath, value: unknown): Of {
  const [name, ...rest] = path
  if (name === undefined) return fields
  const inner = (fields as Fields)[name]
  return { ...fields, [name]: rest.length > 0 && isFields(inner) ? withValueAt(inner, rest, value) : value }
}

/** Whether two plain values hold the same; the order of an object's fields makes no difference. */
function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isDeepEqual(value, other[at]))
  if (!isFields(one) || !isFields(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isDeepEqual(one[name], other[name]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
