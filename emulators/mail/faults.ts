const faultModes = ['ok', 'down', 'slow', 'refuse', 'later'] as const

/**
 * How the mail server behaves: `down` drops every connection, `slow` keeps its greeting back, `refuse` answers recipients
 * 550 (never again), `later` 451 (try again).
 */
export interface MailFaults {
  mode: (typeof faultModes)[number]
  /** How long `slow` waits. */
  delayMs: number
}

export const noMailFaults: MailFaults = { mode: 'ok', delayMs: 5_000 }

/** Reads the body of `POST /control`; throws a TypeError that says what is wrong with it. */
export function readMailFaults(body: unknown): MailFaults {
  const given = typeof body === 'object' && body !== null ? body : {}
  const mode = faultModes.find((known) => 'mode' in given && given.mode === known)
  if (mode === undefined) throw new TypeError(`mode must be one of ${faultModes.join(', ')}`)
  if (!('delayMs' in given)) return { ...noMailFaults, mode }
  const { delayMs } = given
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= 600_000))
    throw new TypeError('delayMs must be 0 to 600000')
  return { mode, delayMs }
}
