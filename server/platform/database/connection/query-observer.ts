import type { KyselyConfig } from 'kysely'

/** A statement that was answered or failed, without its values. */
export interface FinishedQuery {
  text: string
  ms: number
  error?: unknown
}

type QueryObserver = (query: FinishedQuery) => void

let observer: QueryObserver | null = null

/** Is called after each statement of databases that are opened from now on, in the scope of its caller. */
export function setQueryObserver(next: QueryObserver | null): void {
  observer = next
}

/** What Kysely is opened with: without an observer it measures nothing. */
export function observedQueries(): Pick<KyselyConfig, 'log'> {
  if (observer === null) return {}
  return {
    log: (event) =>
      observer?.({
        text: event.query.sql,
        ms: event.queryDurationMillis,
        ...(event.level === 'error' && { error: event.error }),
      }),
  }
}
