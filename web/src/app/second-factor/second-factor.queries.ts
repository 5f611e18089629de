import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactorBySteam,
} from '@clutch/contract/api/accounts/account.ts'
import { call } from '../api/api-client.ts'

/** The secret of an authenticator, as text and as the address its QR code holds. */
export function startSecondFactor(): Promise<{ secret: string; uri: string }> {
  return call(beginSecondFactor, { body: {} })
}

/** Turns the second factor on; its recovery codes are returned only here. */
export async function turnOnSecondFactor(code: string): Promise<string[]> {
  return (await call(confirmSecondFactor, { body: { code } })).recoveryCodes
}

/** Removes a second factor that an e-mail session turned on; takes a fresh sign-in with Steam. */
export async function removeFactorBySteam(): Promise<void> {
  await call(removeSecondFactorBySteam, { body: {} })
}
