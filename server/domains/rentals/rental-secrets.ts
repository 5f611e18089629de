import { type KeyRing, SealBroken } from '../../platform/keys/keys.ts'

/** The secrets of a rental as its row keeps them. */
export type RentalSecretKind = 'password' | 'rcon' | 'report'

function getSealContext(rentalId: string, secret: RentalSecretKind): string {
  return `rental:${rentalId}:${secret}`
}

export function sealRentalSecret(
  keys: KeyRing,
  rentalId: string,
  secret: RentalSecretKind,
  plain: string,
): string {
  return keys.seal(plain, getSealContext(rentalId, secret))
}

/** Throws SealBroken where the key is gone. */
export function openRentalSecret(
  keys: KeyRing,
  rentalId: string,
  secret: RentalSecretKind,
  sealed: string,
): string {
  return keys.open(sealed, getSealContext(rentalId, secret))
}

/** The password of players; empty where the key that sealed it is gone: the rest of a rental is shown all the same. */
export function openPasswordOrEmpty(keys: KeyRing, rental: { id: string; password: string }): string {
  return openSecretOrEmpty(keys, rental.id, 'password', rental.password)
}

/** Empty where the key is gone. */
export function openSecretOrEmpty(...secret: Parameters<typeof openRentalSecret>): string {
  try {
    return openRentalSecret(...secret)
  } catch (error) {
    if (error instanceof SealBroken) return ''
    throw error
  }
}
