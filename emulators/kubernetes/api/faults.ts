/** What the API server does to a call that matches. */
export interface Fault {
  /** `GET`, `POST`, `PUT`, `DELETE`; any method where left out. */
  method?: string
  /** A part of the path. */
  path?: string
  /** How many calls; every one where left out. */
  times?: number
  /** Answers so instead of carrying the call out. */
  code?: number
  retryAfterSeconds?: number
  /** Carries the call out, and breaks the connection instead of answering. */
  loseAnswer?: boolean
  /** Never answers. */
  hang?: boolean
}

/** The faults that are set, in order; a used one is gone. */
export class Faults {
  #list: Fault[] = []

  set(faults: readonly Fault[]): void {
    this.#list = faults.map((fault) => ({ ...fault }))
  }

  /** The first fault for a call; counts it as used. */
  take(method: string, path: string): Fault | null {
    const fault = this.#list.find(
      (one) => (one.method ?? method) === method && path.includes(one.path ?? '') && (one.times ?? 1) > 0,
    )
    if (!fault) return null
    if (fault.times !== undefined) fault.times -= 1
    return fault
  }
}
