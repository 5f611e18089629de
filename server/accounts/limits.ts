import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { PortalError } from '@clutch/contract/errors.ts'
import { gameBindCodesPerHour } from '@clutch/contract/limits.ts'
import type { House } from '../house.ts'
import { takeFrom } from './limits-store.ts'

/** How often something may be tried: `times` at once, then one more each `perMs / times`. */
export interface Limit {
  times: number
  perMs: number
}

const minute = 60_000
const hour = 60 * minute

/**
 * C20: the limits by what is tried and by whom: per network address, generous since whole districts share one, and per
 * account or address of e-mail, tight.
 */
export const limits = {
  'login address': { times: 60, perMs: 15 * minute },
  'login guesses': { times: 10, perMs: 15 * minute },
  'login account': { times: 60, perMs: 15 * minute },
  'check address': { times: 60, perMs: hour },
  'send-code address': { times: 20, perMs: hour },
  'send-code account': { times: 5, perMs: hour },
  'register address': { times: 30, perMs: hour },
  'register account': { times: 10, perMs: hour },
  'reset address': { times: 20, perMs: hour },
  'reset confirm address': { times: 30, perMs: hour },
  'reset confirm account': { times: 10, perMs: hour },
  'steam address': { times: 120, perMs: hour },
  'bind address': { times: 60, perMs: hour },
  'bind account': { times: 10, perMs: hour },
  'password account': { times: 10, perMs: hour },
  'second-factor account': { times: 8, perMs: 15 * minute },
  'game-bind account': { times: gameBindCodesPerHour, perMs: hour },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

type Parts = Pick<House, 'database' | 'clock' | 'keys'>

/**
 * Takes one try of a limit for a subject (an address, an e-mail, an id), for all processes together; throws 429
 * RATE_LIMIT_EXCEEDED when there is none left. Subjects are stored by a keyed hash only.
 */
export async function takeTry(house: Parts, name: LimitName, subject: string): Promise<void> {
  if (await hasTry(house, name, subject)) return
  throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
}

/** The same, for whoever has another answer than 429. */
export function hasTry({ database, clock, keys }: Parts, name: LimitName, subject: string): Promise<boolean> {
  const { times, perMs } = limits[name]
  const everyMs = perMs / times
  const [secret] = keys.signingKeys('limits')
  const hash = createHmac('sha256', secret?.key ?? '')
    .update(`${name}\0${subject}`)
    .digest()
  return takeFrom(database, { name, subject: hash, now: clock.now(), everyMs, ahead: (times - 1) * everyMs })
}

/** The network address a limit counts for: of IPv6 the network of one customer (/64). */
export function addressSubject(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
