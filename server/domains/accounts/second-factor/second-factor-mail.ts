import { securityMailMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../database/index.ts'
import type { House } from '../../../house.ts'
import type { SecondFactorNews } from '../../mail/index.ts'
import { mailPlayer } from '../mail-settings/player-mail.service.ts'

/** Mails a player about their second factor, where they have an e-mail address, in the caller's transaction. */
export async function mailSecondFactorNews(
  house: Pick<House, 'settings' | 'clock' | 'keys' | 'jobs'>,
  tx: Queries,
  steamId: string,
  news: SecondFactorNews,
): Promise<void> {
  const until = new Date(house.clock.now().getTime() + securityMailMs)
  await mailPlayer(house, tx, steamId, { content: { kind: 'second-factor', news }, until })
}
