import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const root = new URL('..', import.meta.url).pathname

/** The name of a class of a style module, for both builds of the page: one mark for each file, since that compresses best. */
export function generateScopedName(name: string, file: string): string {
  const mark = createHash('sha256').update(relative(root, file)).digest('hex').slice(0, 5)
  return `_${name}_${mark}`
}
