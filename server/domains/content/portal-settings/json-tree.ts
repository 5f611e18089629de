/** A JSON object. */
export type JsonTree = Readonly<Record<string, unknown>>

/**
 * Merges a change into the stored tree: objects merge down to the single switch, any other value replaces,
 * and `undefined` changes nothing. Inside `links` a null removes the link.
 */
export function mergeChange(stored: JsonTree, change: JsonTree): JsonTree {
  const merged: Record<string, unknown> = { ...stored }
  for (const [key, value] of Object.entries(change)) {
    const before = merged[key]
    if (value === undefined) continue
    merged[key] = isJsonTree(value) && isJsonTree(before) ? mergeChange(before, value) : value
  }
  return merged
}

/** The same tree without the values that are null. */
export function withoutNulls(tree: JsonTree): JsonTree {
  return Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== null))
}

/** A plain object, as JSON has them. */
export function isJsonTree(value: unknown): value is JsonTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
