import type { FastifyRequest } from 'fastify'
import type { House } from '../../../house.ts'
import { bearerOf } from '../../../http/signed-in.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import { consumeRateLimit, consumeAddressRateLimit } from '../rate-limits/rate-limits.service.ts'
import { addressSubject } from '../../../http/network-address.ts'

/**
 * C4, C6, C20: takes a try of whoever asks, one of theirs for this account, and one of the account's. Who guesses from one
 * place runs into their own limit long before they lock the account's owner out.
 */
export async function consumeGuessRateLimits(
  house: House,
  what: 'login' | 'register',
  { ip }: FastifyRequest,
  email: string,
): Promise<void> {
  await consumeAddressRateLimit(house, `${what} address`, ip)
  await consumeRateLimit(house, `${what} guesses`, `${addressSubject(ip)}\0${email}`)
  await consumeRateLimit(house, `${what} account`, email)
}

/** C8, C20: the same without the account's: nobody guesses the token of a reset, but anybody could lock its owner out. */
export async function consumeResetConfirmRateLimits(
  house: House,
  { ip }: FastifyRequest,
  email: string,
): Promise<void> {
  await consumeAddressRateLimit(house, 'reset confirm address', ip)
  await consumeRateLimit(house, 'reset confirm guesses', `${addressSubject(ip)}\0${email}`)
}

/** C9, C20: takes a try of whoever binds, and then one of the account: only who holds its bind token takes those. */
export async function consumeBindRateLimits(house: House, request: FastifyRequest): Promise<void> {
  await consumeAddressRateLimit(house, 'bind address', request.ip)
  const { userId } = await verifyBindToken(house, house.database, bearerOf(request))
  await consumeRateLimit(house, 'bind account', userId)
}
