import { securityMailMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import { canMail, postMail } from '../mail/index.ts'
import type { SecondFactorNews } from '../mail/index.ts'
import { selectUser } from './users-store.ts'

/** Mails the owner of an account about their second factor, where they have an e-mail address, in the caller's transaction. */
export async function tellSecondFactor(
  house: Pick<House, 'settings' | 'clock' | 'keys' | 'jobs'>,
  tx: Queries,
  userId: string,
  news: SecondFactorNews,
): Promise<void> {
  const email = canMail(house) ? (await selectUser(tx, userId))?.email : null
  if (email == null) return
  const until = new Date(house.clock.now().getTime() + securityMailMs)
  await postMail(house, tx, { to: email, language: 'both', content: { kind: 'second-factor', news }, until })
}
