import { createHash } from 'node:crypto'
import type { KeyRing } from '../../platform/keys/keys.ts'
import type { Manifest } from './archive/manifest.ts'

type Key = Manifest['keys'][number]

/** Names of a ring's keys and what tells each from others of its name. Nothing leads from that back to the key. */
function fingerprints(ring: KeyRing | null): Key[] {
  const keys = ring?.signingKeys('backup') ?? []
  return keys.map(({ id, key }) => ({ id, fingerprint: createHash('sha256').update(key).digest('hex') }))
}

/** The keys of a manifest: those of the portal, then those that sealed something and are here no more. */
export function describeKeys(ring: KeyRing | null, sealing: readonly string[]): Key[] {
  const known = fingerprints(ring)
  const others = sealing.filter((id) => known.every((key) => key.id !== id))
  return [...known, ...others.map((id) => ({ id, fingerprint: null }))]
}

/** Of the keys by which a backup's portal worked those that are here, by name. A key of the same name may be another. */
export function sharedKeys(ring: KeyRing | null, theirs: readonly Key[]): string[] {
  const ownKeys = new Map(fingerprints(ring).map(({ id, fingerprint }) => [id, fingerprint]))
  return theirs
    .filter(
      ({ id, fingerprint }) => ownKeys.has(id) && (fingerprint === null || ownKeys.get(id) === fingerprint),
    )
    .map(({ id }) => id)
}
