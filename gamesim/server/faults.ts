/** What can be made to go wrong on one server. All of it may be changed while the server runs. */
export interface Faults {
  /** Share of A2S requests that get lost, 0..1. */
  loss: number
  /** Each A2S answer waits a random time in [min, max] ms; [0, 0] answers at once. */
  delayMs: readonly [number, number]
  /** No A2S answer at all; RCON accepts connections and says nothing. */
  silent: boolean
  /** The number of A2S requests that get lost next. */
  dropRequests: number
  /** How late each answer of RCON comes, wall ms; the command is run at once. */
  rconDelayMs: number
  /** The number of `kickid` commands that are answered next and kick no player. */
  ignoredKicks: number
  /** A2S is silent for so long (wall ms) after a map change. */
  mapChangeSilenceMs: number
  /** The version that players have; a server of an older one refuses them. Empty: whatever it has. */
  clientVersion: string
  /** Share of MatchZy's demo uploads that are lost, 0..1: they are not repeated, and the demo stays in the folder. */
  demoLoss: number
  /** RCON accepts connections and says nothing for so long as well: the real game answers nothing while it loads. */
  mapChangeRconSilence: boolean
  /** How long the download of a Workshop map takes, wall ms. */
  downloadMs: number
  /** Share of log batches sent twice with the same offsets, 0..1. */
  logRepeat: number
  /** Share of log batches never sent: a hole in the offsets, counted in `lost`, 0..1. */
  logDrop: number
  /** Share of log batches whose answer is thrown away, so that they are sent again, 0..1. */
  logTear: number
  /** Share of log batches that are overtaken by the next one, 0..1. */
  logReorder: number
}

/** A server with nothing wrong. */
export function noFaults(): Faults {
  return {
    loss: 0,
    delayMs: [0, 0],
    silent: false,
    rconDelayMs: 0,
    ignoredKicks: 0,
    dropRequests: 0,
    mapChangeSilenceMs: 0,
    clientVersion: '',
    demoLoss: 0,
    mapChangeRconSilence: false,
    downloadMs: 0,
    logRepeat: 0,
    logDrop: 0,
    logTear: 0,
    logReorder: 0,
  }
}

/** Whether a version such as `1.41.3.1` is older than another one; an empty one compares with nothing. */
export function isOlderVersion(version: string, other: string): boolean {
  return other !== '' && version.localeCompare(other, 'en', { numeric: true }) < 0
}

/** Takes over the known, well-formed fields of untrusted JSON; throws a TypeError naming the first bad one. */
export function applyFaults(faults: Faults, wanted: Record<string, unknown>): void {
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(wanted)) {
    if (!Object.hasOwn(faults, name) || !hasSameShape(faults[name as keyof Faults], value)) {
      throw new TypeError(`not a fault: ${name}`)
    }
    checked[name] = value
  }
  Object.assign(faults, checked)
}

function hasSameShape(present: unknown, wanted: unknown): boolean {
  if (Array.isArray(present)) {
    return Array.isArray(wanted) && wanted.length === 2 && wanted.every((part) => hasSameShape(0, part))
  }
  if (typeof present === 'number') return typeof wanted === 'number' && wanted >= 0 && Number.isFinite(wanted)
  return typeof present === typeof wanted
}
