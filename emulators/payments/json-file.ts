import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads what a gateway stored at its last start; null if it stored nothing. */
export function readJsonFile<Kept>(file: string | undefined): Kept | null {
  if (file === undefined) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch {
    return null
  }
}

/** Keeps keys for the next start, readable for this user alone; does nothing without a file. */
export function writeJsonFile(file: string | undefined, value: object): void {
  if (file === undefined) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(value), { mode: 0o600 })
}
