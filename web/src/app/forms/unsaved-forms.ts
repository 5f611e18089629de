/** Forms with something unsaved, in the order in which they were begun. */
const unsavedForms = new Set<string>()

/** Marks a form as unsaved until the returned function is called. */
export function registerUnsavedForm(form: string): () => void {
  unsavedForms.add(form)
  return () => {
    unsavedForms.delete(form)
  }
}

/** Of all unsaved forms of a page this one asks before the page is left: the others would ask the same again. */
export function isFirstUnsavedForm(form: string): boolean {
  const [first] = unsavedForms
  return first === form
}
