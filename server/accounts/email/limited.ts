import type { FastifyRequest } from 'fastify'
import type { House } from '../../house.ts'
import { bearerOf } from '../../http/signed-in.ts'
import { standingBind } from '../bind-tokens.ts'
import { addressSubject, takeTry } from '../limits.ts'

type OfBoth = 'send-code' | 'register' | 'reset confirm'

/**
 * C4, C20: takes a try of whoever asks, one of theirs for this account, and one of the account's. Who guesses from one
 * place runs into their own limit long before they lock the account's owner out.
 */
export async function takeLogin(house: House, { ip }: FastifyRequest, email: string): Promise<void> {
  const address = addressSubject(ip)
  await takeTry(house, 'login address', address)
  await takeTry(house, 'login guesses', `${address}\0${email}`)
  await takeTry(house, 'login account', email)
}

/** C20: takes a try of whoever asks, and then one of the account they ask for. */
export async function takeBoth(
  house: House,
  what: OfBoth,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await takeTry(house, `${what} address`, addressSubject(request.ip))
  await takeTry(house, `${what} account`, email)
}

/** The same of a binding: only who holds the account's bind token takes its tries. */
export async function takeBind(house: House, request: FastifyRequest): Promise<void> {
  await takeTry(house, 'bind address', addressSubject(request.ip))
  const { userId } = await standingBind(house, house.database, bearerOf(request))
  await takeTry(house, 'bind account', userId)
}
