import type { FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '@clutch/contract/errors.ts'
import { streamsPerAddress, wideAddressTimes } from '@clutch/contract/limits.ts'
import { addressSubject, wideSubject } from './network-address.ts'

/** How many live streams of every kind each network address has open in this process, of IPv6 also each /48. */
export class StreamPlaces {
  readonly #open = new Map<string, number>()

  /** Counts a stream until its connection ends; throws `stream.address_full` where its address has all it may have. */
  take({ ip }: FastifyRequest, { raw: response }: FastifyReply): void {
    const own = addressSubject(ip)
    const wide = wideSubject(own)
    this.#check(own, streamsPerAddress)
    if (wide !== null) this.#check(wide, streamsPerAddress * wideAddressTimes)
    // The end of a connection that has gone already is not told again.
    if (response.destroyed) return
    const counted = wide === null ? [own] : [own, wide]
    for (const subject of counted) this.#add(subject, 1)
    response.once('close', () => {
      for (const subject of counted) this.#add(subject, -1)
    })
  }

  #check(subject: string, most: number): void {
    if ((this.#open.get(subject) ?? 0) < most) return
    throw new PortalError('stream.address_full', 'Too many live connections from this network address')
  }

  #add(subject: string, change: 1 | -1): void {
    const count = (this.#open.get(subject) ?? 0) + change
    if (count === 0) this.#open.delete(subject)
    else this.#open.set(subject, count)
  }
}
