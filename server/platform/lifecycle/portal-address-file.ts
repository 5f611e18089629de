import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where `npm run operator` finds the portal that runs on a data directory. */
export function portalAddressFile(dataDir: string): string {
  return join(dataDir, 'portal.json')
}

/** Writes the running portal's own address into its data directory; returns how to take it away again. */
export function writePortalAddress(dataDir: string, url: string): () => void {
  const file = portalAddressFile(dataDir)
  const draft = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(draft, `${JSON.stringify({ url })}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return () => rmSync(file, { force: true })
}
