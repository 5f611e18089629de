/**
 * Error codes of Node and PostgreSQL for "not available now": connection refused, no route, shutting down,
 * starting up, out of connections; and a query ended by a timeout (57014), a deadlock (40P01), or on a server
 * that is now read-only (25006). PgBouncer has one code (08P01) for whatever keeps it from serving a query.
 */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  '25006',
  '40P01',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '08P01',
])

/** What the driver says without a code: broken, not connected in time, not answered in time. */
const wordsOfPg =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/

/** Whether an error says that the database cannot answer now, rather than that a query is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && unavailable.has(error.code)) return true
  return wordsOfPg.test(error.message)
}
