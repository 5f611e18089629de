import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { writeAudit } from '../audit.ts'
import type { Act } from '../audit.ts'
import type { Device } from '../sessions.ts'

/** Whoever asks about their own account, and from where. */
export interface Self extends SignedIn {
  device: Device
}

/** C12: writes down what somebody did with their own account. */
export function auditOwn(
  house: Pick<House, 'clock'>,
  queries: Queries,
  { steamId, device }: Self,
  action: string,
  detail: NonNullable<Act['detail']> = {},
): Promise<void> {
  return writeAudit(house, queries, { actor: steamId, action, subject: steamId, detail, device })
}
