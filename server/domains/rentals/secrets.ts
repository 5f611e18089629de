import { type KeyRing, SealBroken } from '../../platform/keys/keys.ts'

/** The secrets of a lease as its row keeps them. */
export type LeaseSecret = 'password' | 'rcon' | 'report'

function placeOf(leaseId: string, secret: LeaseSecret): string {
  return `lease:${leaseId}:${secret}`
}

export function sealLease(keys: KeyRing, leaseId: string, secret: LeaseSecret, plain: string): string {
  return keys.seal(plain, placeOf(leaseId, secret))
}

/** Throws SealBroken where the key is gone. */
export function openLease(keys: KeyRing, leaseId: string, secret: LeaseSecret, sealed: string): string {
  return keys.open(sealed, placeOf(leaseId, secret))
}

/** The password of players; empty where the key that sealed it is gone: the rest of a lease is shown all the same. */
export function tellPassword(keys: KeyRing, lease: { id: string; password: string }): string {
  try {
    return openLease(keys, lease.id, 'password', lease.password)
  } catch (error) {
    if (error instanceof SealBroken) return ''
    throw error
  }
}
