/**
 * Which drawn row shows which server. A server in sight keeps its row, with its focus; one that comes into sight takes
 * over the row of one that left. Filling a row anew costs the browser half of making one.
 */
export function rowPool(): (ids: readonly string[]) => readonly number[] {
  let rows: ReadonlyMap<string, number> = new Map()
  let made = 0

  return (ids) => {
    const wanted = new Set(ids)
    const free = [...rows].flatMap(([id, row]) => (wanted.has(id) ? [] : [row])).toReversed()
    const next = ids.map((id) => rows.get(id) ?? free.pop() ?? made++)
    rows = new Map(ids.map((id, place) => [id, next[place] ?? place]))
    return next
  }
}
