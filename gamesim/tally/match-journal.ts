import type { RoundEvent } from '../game-events.ts'

interface JournalRound {
  isOver: boolean
  events: RoundEvent[]
}

/** What counted in each round of the running match, so that the rounds the game takes back can be taken back. */
export class MatchJournal {
  #rounds: JournalRound[] = []

  startMatch(): void {
    this.#rounds = [{ isOver: false, events: [] }]
  }

  endMatch(): void {
    this.#rounds = []
  }

  nextRound(): void {
    if (this.#rounds.at(-1)?.isOver) this.#rounds.push({ isOver: false, events: [] })
  }

  add(happening: RoundEvent): void {
    const round = this.#rounds.at(-1)
    if (!round) return
    round.events.push(happening)
    if (happening.kind === 'round-won') round.isOver = true
  }

  /** What happened after the first `played` rounds; the match goes on with the next one. */
  revertAfter(played: number): RoundEvent[] {
    if (this.#rounds.length === 0) return []
    const voided = this.#rounds.splice(played)
    this.#rounds.push({ isOver: false, events: [] })
    return voided.flatMap(({ events }) => events)
  }
}
