import type { KillEvent } from '../game-events.ts'
import { classifyWeapon } from '../modes/weapons.ts'

/** Kills and deaths of one kind; `weapons` counts kills by the log's weapon name. */
export interface FightCounts {
  kills: number
  deaths: number
  headshots: number
  rifleKills: number
  awpKills: number
  pistolKills: number
  weapons: Record<string, number>
}

/**
 * One human's numbers on one server. The fights at the top are those against human enemies after warm-up;
 * the other buckets never overlap with them, so that any rule of counting is a sum of buckets.
 */
export interface PlayerTally extends FightCounts {
  name: string
  vsBots: FightCounts
  warmup: FightCounts
  teamKills: number
  teamDeaths: number
  /** Own deaths after warm-up, without those that only follow a disconnect. */
  suicides: number
  /** Deaths by the exploding bomb after warm-up. */
  bombed: number
  assists: number
  roundsWon: number
  roundsLost: number
  clutches: number
  clutchWins: number
  /** From entering the game to leaving it, game ms. */
  playtimeMs: number
  /** From connecting to leaving, game ms. */
  connectedMs: number
  connects: number
  disconnects: number
  chatLines: number
}

function zeroFightCounts(): FightCounts {
  return { kills: 0, deaths: 0, headshots: 0, rifleKills: 0, awpKills: 0, pistolKills: 0, weapons: {} }
}

/** A player nothing happened to yet. */
export function zeroPlayerTally(name: string): PlayerTally {
  return {
    ...zeroFightCounts(),
    name,
    vsBots: zeroFightCounts(),
    warmup: zeroFightCounts(),
    teamKills: 0,
    teamDeaths: 0,
    suicides: 0,
    bombed: 0,
    assists: 0,
    roundsWon: 0,
    roundsLost: 0,
    clutches: 0,
    clutchWins: 0,
    playtimeMs: 0,
    connectedMs: 0,
    connects: 0,
    disconnects: 0,
    chatLines: 0,
  }
}

/** Adds a kill to the killer's bucket, or takes it back (`by` -1). */
export function countKill(fights: FightCounts, kill: KillEvent, by: 1 | -1): void {
  const sort = classifyWeapon(kill.weapon)
  fights.kills += by
  fights.headshots += kill.headshot ? by : 0
  fights.rifleKills += sort === 'rifle' ? by : 0
  fights.awpKills += sort === 'awp' ? by : 0
  fights.pistolKills += sort === 'pistol' ? by : 0
  const withWeapon = (fights.weapons[kill.weapon] ?? 0) + by
  if (withWeapon > 0) fights.weapons[kill.weapon] = withWeapon
  else delete fights.weapons[kill.weapon]
}
