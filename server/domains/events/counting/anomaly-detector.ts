import { type AnomalyKind, detectAnomalies } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { Anomaly } from '../processing/counted-batch.ts'
import type { KillerRecord, StreamState } from './stream-state.ts'

const maxKillers = 256
/** A farmed player is among those killed most. */
const maxVictims = 4
const minuteMs = 60_000

/** What each killer did on the map so far, and what of it an operator should look at (I3 fairness). */
export class AnomalyDetector {
  readonly found: Anomaly[] = []
  #conduct: Record<string, KillerRecord>
  /** Those of `#conduct` that are this book's own to change. */
  readonly #own = new Set<string>()

  constructor({ conduct }: StreamState) {
    this.#conduct = { ...conduct }
  }

  get conduct(): Record<string, KillerRecord> {
    return this.#conduct
  }

  startMap(): void {
    this.#conduct = {}
    this.#own.clear()
  }

  kill(killer: string, victim: string, headshot: boolean, at: number, map: string): void {
    const conduct = this.#getOwnRecord(killer)
    if (!conduct) return
    const minute = Math.floor(at / minuteMs)
    conduct.inMinute = minute === conduct.minute ? conduct.inMinute + 1 : 1
    conduct.minute = minute
    conduct.kills += 1
    if (headshot) conduct.headshots += 1
    const onVictim = addVictim(conduct.victims, victim)
    this.#detect(killer, conduct, { victim, onVictim, map })
  }

  /** What may be written to of a killer; null where there are too many of them. */
  #getOwnRecord(killer: string): KillerRecord | null {
    const known = this.#conduct[killer]
    if (known && this.#own.has(killer)) return known
    if (!known && Object.keys(this.#conduct).length >= maxKillers) return null
    const own = known
      ? { ...known, victims: { ...known.victims }, flagged: [...known.flagged] }
      : { kills: 0, headshots: 0, minute: 0, inMinute: 0, victims: {}, flagged: [] }
    this.#conduct[killer] = own
    this.#own.add(killer)
    return own
  }

  #detect(steamId: string, conduct: KillerRecord, { victim, onVictim, map }: KillContext): void {
    const { kills, headshots, inMinute, flagged } = conduct
    const kinds = detectAnomalies({ kills, headshots, mostOnOneVictim: onVictim, killsThisMinute: inMinute })
    for (const kind of kinds) {
      if (flagged.includes(kind)) continue
      flagged.push(kind)
      const details: Record<AnomalyKind, Anomaly['detail']> = {
        rate: { map, killsThisMinute: inMinute },
        headshots: { map, kills, headshots },
        farming: { map, kills, victim, killsOfVictim: onVictim },
      }
      this.found.push({ steamId, kind, detail: details[kind] })
    }
  }
}

interface KillContext {
  victim: string
  onVictim: number
  map: string
}

/** Counts one more of this victim; the one killed least makes room for a new one. */
function addVictim(victims: Record<string, number>, victim: string): number {
  const count = (victims[victim] ?? 0) + 1
  const names = Object.keys(victims)
  if (count === 1 && names.length >= maxVictims) {
    const [least] = names.toSorted((a, b) => (victims[a] ?? 0) - (victims[b] ?? 0) || (a < b ? -1 : 1))
    if (least !== undefined) delete victims[least]
  }
  victims[victim] = count
  return count
}
