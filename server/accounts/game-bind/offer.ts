import { randomInt } from 'node:crypto'
import { gameBindCodeLength, gameBindCodeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../database/index.ts'
import { isPresent } from '../../events/index.ts'
import type { SaidLine, SaidSubscriber } from '../../events/index.ts'
import type { House } from '../../house.ts'
import { hashGameCode } from '../game-code.ts'
import { groupsOf } from '../groups.ts'
import { hasTry } from '../limits.ts'
import * as store from './store.ts'
import { sealCode } from './tell.ts'

type Parts = Pick<House, 'database' | 'clock' | 'keys' | 'jobs'>
type Asker = Pick<SaidLine, 'serverId' | 'steamId'>

const wish = /^\s*[!./]bind\s*$/i
/** What was said before that, nobody waits for any more. */
const heardWithinMs = 2 * 60_000
/** Lower case as the page sends it, without what looks alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * C10: a player who types `!bind` is told a code by the server they play on. Only on servers that the operator marked, only
 * players whom the server's own events show there, never an op, three times an hour; to anybody else nothing happens.
 */
export function offerGameBind(house: Parts): SaidSubscriber {
  return async (tx, said) => {
    const now = house.clock.now()
    const asked = askersIn(said, now)
    if (asked.length === 0) return
    for (const asker of await mayAsk(tx, asked, now)) {
      if (!(await isPresent(tx, asker.serverId, asker.steamId, now))) continue
      if (await hasTry({ ...house, database: tx }, 'game-bind account', asker.steamId))
        await giveCode(house, tx, asker, now)
    }
  }
}

/** Who asked just now, each once. */
function askersIn(said: readonly SaidLine[], now: Date): Asker[] {
  const since = now.getTime() - heardWithinMs
  const asking = said.filter(({ text, receivedAt }) => wish.test(text) && receivedAt.getTime() >= since)
  return [...new Map(asking.map((line) => [line.steamId, line])).values()]
}

async function mayAsk(tx: Queries, asked: readonly Asker[], now: Date): Promise<Asker[]> {
  const places = asked.map(({ serverId }) => serverId)
  const people = asked.map(({ steamId }) => steamId)
  const servers = await store.selectMayBind(tx, places)
  const groups = await groupsOf(tx, people, now)
  const isOp = (steamId: string) => groups.get(steamId)?.includes('op') ?? false
  return asked.filter(({ serverId, steamId }) => servers.has(serverId) && !isOp(steamId))
}

async function giveCode(house: Parts, tx: Queries, { serverId, steamId }: Asker, now: Date): Promise<void> {
  const code = Array.from({ length: gameBindCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expires = new Date(now.getTime() + gameBindCodeMs)
  const hash = hashGameCode(house, code)
  await store.saveCode(tx, { hash, steam_id: steamId, server_id: serverId, expires_at: expires })
  const sealed = sealCode(house, { serverId, steamId, code, until: expires.getTime() })
  await house.jobs.enqueue(tx, 'game-bind-code', { sealed })
}
