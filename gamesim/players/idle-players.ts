import type { Game } from '../game/game.ts'
import { createPerson } from './population.ts'

const maxConnectedMs = 3_600_000

/** Unmoving players who were there before the start: no line, no count. Bots are every fifth. */
export function addIdlePlayers(game: Game, size: number, serverIndex: number): void {
  for (let seat = 0; seat < size; seat++) {
    const person = createPerson(serverIndex * 64 + seat)
    const isBot = seat % 5 === 4
    const player = game.addSilently(isBot ? { ...person, steamId: null } : person)
    player.hasEntered = true
    player.isAlive = true
    player.team = seat % 2 === 0 ? 'CT' : 'TERRORIST'
    player.score = game.random.int(0, 40)
    player.connectedAt -= game.random.int(0, maxConnectedMs)
  }
}
