import type { Queries } from '@clutch/server/platform/database/index.ts'
import { sql } from 'kysely'
import { groupFilters } from './board-data.ts'
import { RedisClient } from './redis-client.ts'

interface BoardPlace {
  minus_kills: number
  deaths: number
  steam_id: string
}

const batchSize = 20_000
/** Room for the deaths below the kills in one score: with it Redis orders as we do, up to 2^26 of each. */
const maxDeaths = 2 ** 26

/**
 * A board in Redis: a sorted set of all players and one for each filter. It holds the order only, without
 * counts.
 */
export class RedisBoard {
  readonly #redis: RedisClient

  private constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /** Copies a board's orders out of the database. */
  static async copyFrom(queries: Queries, board: number): Promise<RedisBoard> {
    const redis = await RedisClient.start()
    for (const filter of groupFilters) {
      for await (const places of readPlaces(queries, board, filter)) {
        const members = places.flatMap(({ minus_kills, deaths, steam_id }) => [
          minus_kills * maxDeaths + deaths,
          steam_id,
        ])
        await redis.send('ZADD', setKey(filter), ...members)
      }
    }
    return new RedisBoard(redis)
  }

  /** SteamIDs from a place (from 0) on. */
  async page(filter: number, from: number, count: number): Promise<string[]> {
    return (await this.#redis.send('ZRANGE', setKey(filter), from, from + count - 1)) as string[]
  }

  /** From 1. */
  async rank(filter: number, steamId: string): Promise<number> {
    return Number(await this.#redis.send('ZRANK', setKey(filter), steamId)) + 1
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

function setKey(filter: number): string {
  return `board:${filter}`
}

async function* readPlaces(queries: Queries, board: number, filter: number): AsyncGenerator<BoardPlace[]> {
  let last: BoardPlace = { minus_kills: -(2 ** 31), deaths: 0, steam_id: '0' }
  for (;;) {
    const { rows } = await sql<BoardPlace>`
      select minus_kills, deaths, steam_id from standings
      where board_id = ${board} and filter = ${filter}
        and (minus_kills, deaths, steam_id) > (${last.minus_kills}, ${last.deaths}, ${last.steam_id})
      order by minus_kills, deaths, steam_id limit ${batchSize}
    `.execute(queries)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end
  }
}
