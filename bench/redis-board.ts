import type { Queries } from '@clutch/server/database/index.ts'
import { sql } from 'kysely'
import { filters } from './board-data.ts'
import { Redis } from './redis.ts'

interface Place {
  minus_kills: number
  deaths: number
  steam_id: string
}

const atOnce = 20_000
/** Room for the deaths below the kills in one score: with it Redis orders as we do, up to 2^26 of each. */
const deathsMax = 2 ** 26

/** A board in Redis: a sorted set of everybody and one for each filter. Only the order; what is counted is not there. */
export class RedisBoard {
  readonly #redis: Redis

  private constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Copies a board's orders out of the database. */
  static async copy(queries: Queries, board: number): Promise<RedisBoard> {
    const redis = await Redis.start()
    for (const filter of filters) {
      for await (const places of placesOf(queries, board, filter)) {
        const members = places.flatMap(({ minus_kills, deaths, steam_id }) => [
          minus_kills * deathsMax + deaths,
          steam_id,
        ])
        await redis.ask('ZADD', setOf(filter), ...members)
      }
    }
    return new RedisBoard(redis)
  }

  /** SteamIDs from a place (from 0) on. */
  async page(filter: number, from: number, count: number): Promise<string[]> {
    return (await this.#redis.ask('ZRANGE', setOf(filter), from, from + count - 1)) as string[]
  }

  /** From 1. */
  async rank(filter: number, steamId: string): Promise<number> {
    return Number(await this.#redis.ask('ZRANK', setOf(filter), steamId)) + 1
  }

  cpuUs(): Promise<number> {
    return this.#redis.cpuUs()
  }

  memory(): Promise<number> {
    return this.#redis.memory()
  }

  stop(): Promise<void> {
    return this.#redis.stop()
  }
}

function setOf(filter: number): string {
  return `board:${filter}`
}

async function* placesOf(queries: Queries, board: number, filter: number): AsyncGenerator<Place[]> {
  let last: Place = { minus_kills: -(2 ** 31), deaths: 0, steam_id: '0' }
  for (;;) {
    const { rows } = await sql<Place>`
      select minus_kills, deaths, steam_id from standings
      where board_id = ${board} and filter = ${filter}
        and (minus_kills, deaths, steam_id) > (${last.minus_kills}, ${last.deaths}, ${last.steam_id})
      order by minus_kills, deaths, steam_id limit ${atOnce}
    `.execute(queries)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end
  }
}
