import { type KeyRing, SealBroken } from '../../platform/keys/keys.ts'

/** The secrets of a lease as its row keeps them. */
export type RentalSecretKind = 'password' | 'rcon' | 'report'

function getSealContext(leaseId: string, secret: RentalSecretKind): string {
  return `lease:${leaseId}:${secret}`
}

export function sealRentalSecret(
  keys: KeyRing,
  leaseId: string,
  secret: RentalSecretKind,
  plain: string,
): string {
  return keys.seal(plain, getSealContext(leaseId, secret))
}

/** Throws SealBroken where the key is gone. */
export function openRentalSecret(
  keys: KeyRing,
  leaseId: string,
  secret: RentalSecretKind,
  sealed: string,
): string {
  return keys.open(sealed, getSealContext(leaseId, secret))
}

/** The password of players; empty where the key that sealed it is gone: the rest of a lease is shown all the same. */
export function openPasswordOrEmpty(keys: KeyRing, lease: { id: string; password: string }): string {
  try {
    return openRentalSecret(keys, lease.id, 'password', lease.password)
  } catch (error) {
    if (error instanceof SealBroken) return ''
    throw error
  }
}
