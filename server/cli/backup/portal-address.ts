import { readFile } from 'node:fs/promises'

const answerWithinMs = 2_000

/** The address of the portal that wrote this file, where it answers; null where it is gone, as after a crash. */
export async function findRunningPortal(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [, url] = /"url":\s*"([^"]+)"/.exec(text) ?? []
  if (url === undefined) return null
  const answers = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? url : null
}
