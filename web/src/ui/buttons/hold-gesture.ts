/**
 * The state of a hold button: idle, held, held long enough a moment ago, released too early (it shows a
 * hint), or activated once by assistive technology, which cannot hold.
 */
export type HoldPhase = 'idle' | 'holding' | 'done' | 'hint' | 'armed'

export interface Hold {
  /** A finger, a mouse button or a key goes down; `act` is called once it has stayed down. */
  press: (act: () => void) => void
  /** The button is released: too early nothing is done, and the hint is shown. */
  release: () => void
  /** It moved away, scrolled, lost the focus: nothing is done and nothing is said. */
  cancel: () => void
  /** Assistive technology activates, it cannot hold: the second time within some seconds acts. */
  activate: (act: () => void) => void
  /** The button is gone. */
  stop: () => void
}

interface HoldOptions {
  /** How long it is held, ms. */
  holdMs: number
  onPhase: (phase: HoldPhase) => void
}

/** How long it shows success, and how long the hint, ms. */
const doneMs = 1_200
const hintMs = 3_000
/** The second activation comes within `armedMs`; one within `twiceMs` is the first one sent twice. */
const armedMs = 8_000
const twiceMs = 400

/** G8, G18: the rules of holding, without a page: one timer at most runs, none once it is stopped. */
export function createHold({ holdMs, onPhase }: HoldOptions): Hold {
  let phase: HoldPhase = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined
  let armedAt = 0

  const enter = (next: HoldPhase, forMs?: number, then: () => void = () => enter('idle')) => {
    clearTimeout(timer)
    timer = forMs === undefined ? undefined : setTimeout(then, forMs)
    phase = next
    onPhase(next)
  }
  const finish = (act: () => void) => {
    enter('done', doneMs)
    act()
  }
  return {
    press: (act) => {
      if (phase !== 'holding') enter('holding', holdMs, () => finish(act))
    },
    release: () => {
      if (phase === 'holding') enter('hint', hintMs)
    },
    cancel: () => {
      if (phase === 'holding') enter('idle')
    },
    activate: (act) => {
      if (phase === 'holding') return
      if (phase !== 'armed') {
        armedAt = performance.now()
        enter('armed', armedMs)
      } else if (performance.now() - armedAt >= twiceMs) finish(act)
    },
    stop: () => clearTimeout(timer),
  }
}
