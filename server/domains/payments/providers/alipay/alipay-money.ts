import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { ProviderUnavailable } from '../provider.ts'

const zoneMs = 8 * 3_600_000

/** Returns Alipay's `8.88` as 888 fen; throws ProviderUnavailable for an invalid amount. */
export function parseFen(amount: string): number {
  const minor = toMinorUnits(amount)
  if (minor === null) throw new ProviderUnavailable('Alipay sent an invalid amount')
  return minor
}

/** `2026-11-21 10:08:00`: a time as Alipay writes and reads it, in Shanghai. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + zoneMs).toISOString().slice(0, 19).replace('T', ' ')
}

export function fromShanghaiTime(text: string): Date {
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  if (Number.isNaN(at.getTime())) throw new ProviderUnavailable('Alipay sent an invalid time')
  return at
}
