import { InvalidConfig } from '../config/config.ts'
// From their own files: a program that only explains an error loads no database.
import { EmbeddedRefused } from '../database/embedded/program.ts'
import { UnsupportedDatabase } from '../database/unsupported-database.ts'

const directVariable = 'CLUTCH_DATABASE_DIRECT_URL'
const databaseProblems: Record<string, string> = {
  '08P01':
    'the connection pooler refuses the connection: its log says why; in transaction mode it needs CLUTCH_DATABASE_DIRECT_URL, too',
  '25006': 'the database is a copy that only reads',
  '28000': 'the database refuses the user',
  '28P01': 'the database refuses the user or the password',
  '3D000': 'there is no database of this name',
  '40P01': 'the database was busy with another program: try again',
  '42501': 'the user may not make tables in this database',
  '53300': 'the database has no connection left',
  '57014': 'the database did not finish in time',
  '57P03': 'the database is starting up or shutting down',
  EADDRNOTAVAIL: 'no database answers there',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  ECONNREFUSED: 'no database answers there',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ENOENT: 'no database answers there',
  ENOTFOUND: 'there is no host of this name',
  ETIMEDOUT: 'no database answers there',
}

/** What failed at the address of `CLUTCH_DATABASE_DIRECT_URL`, as the cause. */
class DirectDatabaseFailed extends Error {
  override name = 'DirectDatabaseFailed'
}

/** Has the setting named when the start fails at its address: that of PostgreSQL behind a pooler where there is one. */
export async function atDatabase<T>(
  { databaseDirectUrl }: { databaseDirectUrl?: string | undefined },
  work: Promise<T>,
): Promise<T> {
  if (databaseDirectUrl === undefined) return work
  return work.catch((cause: unknown) => {
    throw new DirectDatabaseFailed('the database behind the pooler cannot be used', { cause })
  })
}

/** What an operator can do something about when the portal does not start, a line each, without secrets; null for a bug. */
export function explainStartError(error: unknown): readonly string[] | null {
  if (error instanceof DirectDatabaseFailed)
    return (
      explainStartError(error.cause)?.map((line) => line.replace(/^DATABASE_URL/, directVariable)) ?? null
    )
  if (error instanceof InvalidConfig) return error.problems
  if (error instanceof EmbeddedRefused || error instanceof UnsupportedDatabase) return [error.message]
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if ('syscall' in error && error.syscall === 'listen') return [listenProblem(code)]
  const problem = databaseProblems[code]
  if (problem && isOfConnecting(error, code)) return [`DATABASE_URL: ${problem}`]
  if (/^(timeout e|Connection terminated|Query read timeout)/.test(error.message)) {
    return ['DATABASE_URL: no database answers there']
  }
  return null
}

/** PostgreSQL's own codes have five characters; the system's count only where they come from connecting. */
function isOfConnecting(error: Error, code: string): boolean {
  if (code.length === 5 && !('syscall' in error)) return true
  return (
    error instanceof AggregateError ||
    ('syscall' in error && /^(connect|getaddrinfo)$/.test(String(error.syscall)))
  )
}

function listenProblem(code: string): string {
  if (code === 'EADDRINUSE') return 'CLUTCH_PORT: another program listens on this port'
  if (code === 'EACCES') return 'CLUTCH_PORT: this user may not listen on this port'
  return `CLUTCH_HOST: cannot listen on this address (${code})`
}
