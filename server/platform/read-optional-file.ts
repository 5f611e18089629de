import { readFileSync } from 'node:fs'

/** The text of a file; null where it is missing or may not be read. */
export function readOptionalFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
