import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import { networkLimitFactor } from '@clutch/contract/limits.ts'
import { addressSubject, networkSubject } from './network-address.ts'

/** How many long answers of a kind each network address has open in this process, of IPv6 also each /48. */
export class AddressSlots {
  readonly #most: number
  readonly #refusal: ErrorCode
  readonly #open = new Map<string, number>()

  /** @param refusal the code for an address that has `most` open already */
  constructor(most: number, refusal: ErrorCode) {
    this.#most = most
    this.#refusal = refusal
  }

  /** Counts an answer until its connection ends; throws where its address has all it may have. */
  take({ ip }: FastifyRequest, { raw: response }: FastifyReply): void {
    const own = addressSubject(ip)
    const wide = networkSubject(own)
    this.#check(own, this.#most)
    if (wide !== null) this.#check(wide, this.#most * networkLimitFactor)
    // A connection that has already closed emits no further close event.
    if (response.destroyed) return
    const counted = wide === null ? [own] : [own, wide]
    for (const subject of counted) this.#add(subject, 1)
    response.once('close', () => {
      for (const subject of counted) this.#add(subject, -1)
    })
  }

  #check(subject: string, most: number): void {
    if ((this.#open.get(subject) ?? 0) < most) return
    throw new PortalError(this.#refusal, 'Too many connections of this kind from this network address')
  }

  #add(subject: string, change: 1 | -1): void {
    const count = (this.#open.get(subject) ?? 0) + change
    if (count === 0) this.#open.delete(subject)
    else this.#open.set(subject, count)
  }
}
