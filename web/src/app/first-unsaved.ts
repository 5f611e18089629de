/** Forms with something unsaved, in the order in which they were begun. */
const unsaved = new Set<string>()

/** Counts a form as unsaved until what it answers is called. */
export function countUnsaved(form: string): () => void {
  unsaved.add(form)
  return () => {
    unsaved.delete(form)
  }
}

/** Of all unsaved forms of a page this one asks before the page is left: the others would ask the same again. */
export function asksForAll(form: string): boolean {
  const [first] = unsaved
  return first === form
}
