import { createHash } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import type { KeyRing } from '../../platform/keys/keys.ts'
import type { Manifest } from './archive/manifest.ts'
import { countSealedByKey } from './stores/sealed-values.store.ts'

type Key = Manifest['keys'][number]

/** The ids of a ring's keys, those they had in earlier versions too, and what tells each key from others. Nothing leads from that back to the key. */
function fingerprints(ring: KeyRing | null): Key[] {
  const keys = ring?.signingKeys('backup') ?? []
  return keys.flatMap(({ id, label, key }) => {
    const fingerprint = createHash('sha256').update(key).digest('hex')
    return [id, ...(label === null ? [] : [label])].map((name) => ({ id: name, fingerprint }))
  })
}

/** The keys of a manifest: those of the portal, then those that sealed something and are here no more. */
export function describeKeys(ring: KeyRing | null, sealing: readonly string[]): Key[] {
  const known = fingerprints(ring)
  const others = sealing.filter((id) => known.every((key) => key.id !== id))
  return [...known, ...others.map((id) => ({ id, fingerprint: null }))]
}

/** Of the keys by which a backup's portal worked those that are here, by their ids in the backup, whatever they are called here. */
export function sharedKeys(ring: KeyRing | null, theirs: readonly Key[]): string[] {
  const own = fingerprints(ring)
  return theirs
    .filter((key) =>
      own.some(({ id, fingerprint }) =>
        key.fingerprint === null ? id === key.id : fingerprint === key.fingerprint,
      ),
    )
    .map(({ id }) => id)
}

/**
 * Logs at start which keys stored secrets need: a warning for each key that sealed some and is not in the ring, so that it
 * can be put back before anyone enters them again, and a line for each older key that still opens some. A failure is a warning: nothing
 * else of the start depends on it.
 */
export async function logSealingKeys({
  database,
  keys,
  log,
}: Pick<AppContext, 'database' | 'keys' | 'log'>): Promise<void> {
  const [current, ...older] = keys.signingKeys('backup')
  const counts = await countSealedByKey(database).catch((error: unknown) => {
    log.warn({ err: error }, 'the keys of stored secrets are not checked now')
    return []
  })
  const counted = Map.groupBy(counts, ({ id }) => id)
  for (const [key, ofKey] of counted) {
    const isKey = ({ id, label }: { id: string; label: string | null }) => id === key || label === key
    if (current && isKey(current)) continue
    if (older.some(isKey)) {
      const secrets = ofKey.reduce((sum, { count }) => sum + count, 0)
      log.info(
        { key, secrets },
        'an older key of CLUTCH_SECRET_KEY still opens stored secrets: keep it there',
      )
    } else {
      log.warn(
        { key, secrets: ofKey.map(({ count, lost }) => `${count} ${lost}`) },
        'stored secrets were sealed by a key that is not in CLUTCH_SECRET_KEY: set CURRENT,OLD there, or they cannot be read',
      )
    }
  }
}
