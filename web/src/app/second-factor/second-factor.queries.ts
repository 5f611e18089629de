import { beginSecondFactor, confirmSecondFactor } from '@clutch/contract/api/account.ts'
import { call } from '../api-client.ts'

/** The secret of an authenticator, as text and as the address its QR code holds. */
export function startSecondFactor(): Promise<{ secret: string; uri: string }> {
  return call(beginSecondFactor, { body: {} })
}

/** Turns the second factor on; its recovery codes are told only here. */
export async function turnOnSecondFactor(code: string): Promise<string[]> {
  return (await call(confirmSecondFactor, { body: { code } })).recoveryCodes
}
