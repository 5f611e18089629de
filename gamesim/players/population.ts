import { type Random, createRandom } from '../random.ts'
import { nicknames } from './nicknames.ts'
import { type Visitor, toSteamId64 } from '../game/player.ts'

/** Accounts that Steam has hardly given out yet, and still with the beginning that every SteamID has (7656119). */
const firstAccount = 2_030_000_000
/** So few that people are met again on other servers; it grows with the number of players. */
const minPopulation = 600

/** From 1 on the low numbers come more often: every community has its regulars. */
const regularityExponent = 3

/** The people of the simulated community: the same ones in every run, each on one server at a time. */
export class Population {
  readonly #online = new Set<string>()

  /** Picks a person who is on no server. */
  pick(random: Random): Visitor {
    for (;;) {
      const number = Math.floor(
        random.next() ** regularityExponent * Math.max(minPopulation, 2 * this.#online.size),
      )
      const person = createPerson(number)
      if (person.steamId === null || this.#online.has(person.steamId)) continue
      this.#online.add(person.steamId)
      return person
    }
  }

  /** Excludes a person from picking until they are released. */
  reserve(steamId: string): void {
    this.#online.add(steamId)
  }

  release(steamId: string): void {
    this.#online.delete(steamId)
  }
}

/** The person of a number: name, SteamID and skill never change. */
export function createPerson(number: number): Visitor {
  const random = createRandom(`person ${number}`)
  const nickname = nicknames[number] ?? `${random.pick(nicknames)}${random.pick(['', '_', ' '])}${number}`
  return { name: nickname, steamId: toSteamId64(firstAccount + number), skill: random.next() }
}
