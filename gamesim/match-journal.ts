import type { RoundHappening } from './happenings.ts'

interface Round {
  isOver: boolean
  happenings: RoundHappening[]
}

/** What counted in each round of the running match, so that the rounds the game takes back can be taken back. */
export class MatchJournal {
  #rounds: Round[] = []

  begin(): void {
    this.#rounds = [{ isOver: false, happenings: [] }]
  }

  close(): void {
    this.#rounds = []
  }

  nextRound(): void {
    if (this.#rounds.at(-1)?.isOver) this.#rounds.push({ isOver: false, happenings: [] })
  }

  add(happening: RoundHappening): void {
    const round = this.#rounds.at(-1)
    if (!round) return
    round.happenings.push(happening)
    if (happening.kind === 'round-won') round.isOver = true
  }

  /** What happened after the first `played` rounds; the match goes on with the next one. */
  takeBack(played: number): RoundHappening[] {
    if (this.#rounds.length === 0) return []
    const voided = this.#rounds.splice(played)
    this.#rounds.push({ isOver: false, happenings: [] })
    return voided.flatMap(({ happenings }) => happenings)
  }
}
