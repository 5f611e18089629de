import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { hashWithEveryKey } from '../tokens/keyed-hash.ts'
import { replaceRecoveryCodes, consumeRecoveryCode } from './second-factor.store.ts'

type Dependencies = Pick<AppContext, 'keys' | 'clock'>

/** 32 letters and digits that are not confused when read from paper. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces a user's recovery codes: 50 bits each, stored only as keyed hashes. */
export async function createRecoveryCodes(
  context: Dependencies,
  tx: Queries,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const hashes = codes.flatMap((code) => hashRecoveryCode(context, code).slice(0, 1))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Consumes a recovery code; returns false where it is not the user's or was used. */
export function redeemRecoveryCode(
  context: Dependencies,
  tx: Queries,
  userId: string,
  code: string,
): Promise<boolean> {
  return consumeRecoveryCode(tx, userId, hashRecoveryCode(context, code), context.clock.now())
}

function generateRecoveryCode(): string {
  const letters = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** By each key of the ring, the current one first. */
function hashRecoveryCode(context: Dependencies, code: string): Buffer[] {
  const read = code.replaceAll('-', '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hashWithEveryKey(context, 'recovery-code', read)
}
