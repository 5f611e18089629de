import type { Trade } from './trade.ts'

/** The request is not possible in the current state; the message says why. */
export class TradeError extends Error {
  override readonly name = 'TradeError'
}

/** Throws where a payment cannot be made any more; `now` in ms since 1970. */
export function assertPayable({ no, state, expires }: Trade, now: number): void {
  if (state !== 'waiting') throw new TradeError(`${no} is ${state}`)
  if (expires !== null && expires <= now) throw new TradeError(`the time to pay ${no} is over`)
}
