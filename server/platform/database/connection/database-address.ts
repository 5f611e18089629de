import pg from 'pg'

/** Where a database is: an address (`DATABASE_URL`), or the Unix socket of an embedded one. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** What every connection of the portal has in common. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  return {
    ...address,
    application_name: 'clutch',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
}

/** As pg reads types (int8 and numeric stay strings, timestamptz a Date), but a `date` stays the text it is: it has no time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: string) =>
  type === pg.types.builtins.DATE && format !== 'binary'
    ? (text: string) => text
    : pg.types.getTypeParser(type, format as 'text')
