/** One field of a thing that was changed: what it was and is, undefined where it was or is not there. */
export interface FieldChange {
  /** Empty where the thing has no fields. */
  field: string
  before: unknown
  after: unknown
}

/** What an act changed, field by field. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  if (before == null && after == null) return []
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  if (from === null || to === null) return [{ field: '', before, after }]
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return fields.map((field) => ({ field, before: from[field], after: to[field] }))
}

/** Nothing is a thing without fields; null: what it is has none. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value == null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
}
