/**
 * How long a database may take before its connection counts as dead, ms. A lost route closes no socket: only
 * a timeout detects it.
 */
export interface Deadlines {
  /** A statement of the pool; the database itself ends it then. */
  statementMs: number
  /** Nothing at all on a connection of the pool; longer than a statement may take. */
  silenceMs: number
  /** How often the listening connection, on which nothing may come for hours, is asked whether it lives. */
  askListenerEveryMs: number
  /** An answer on the listening connection. */
  listenerAnswerMs: number
  /** The orderly end of the listening connection, and then of the pool. */
  closeMs: number
}

export const deadlines: Deadlines = {
  statementMs: 10_000,
  silenceMs: 12_000,
  askListenerEveryMs: 3_000,
  listenerAnswerMs: 3_000,
  closeMs: 1_000,
}
