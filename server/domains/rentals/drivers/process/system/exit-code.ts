import { readFileSync } from 'node:fs'

/** The exit code that a command wrote; null if it has none, as when it was killed with its host. */
export function readExitCode(path: string): number | null {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? null : Number(text)
  } catch {
    return null
  }
}
