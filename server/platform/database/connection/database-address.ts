import pg from 'pg'

/**
 * Where a database is: an address (`DATABASE_URL`), or the Unix socket of an embedded one. `pooler` is the address of a pooler in transaction
 * mode before it, which serves the queries: what needs a connection of its own never goes through it.
 */
export type DatabaseAddress =
  | { connectionString: string; pooler?: string }
  | { host: string; port: number; user: string; password: string; database: string }

/** The addresses as the settings have them. */
export interface DatabaseUrls {
  databaseUrl: string
  databaseDirectUrl?: string | undefined
}

export function externalDatabase({ databaseUrl, databaseDirectUrl }: DatabaseUrls): DatabaseAddress {
  if (databaseDirectUrl === undefined) return { connectionString: databaseUrl }
  return { connectionString: databaseDirectUrl, pooler: databaseUrl }
}

/** What every connection of the portal has in common: a connection to the database itself. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  const target =
    'connectionString' in address ? { connectionString: address.connectionString } : { ...address }
  return {
    ...target,
    application_name: 'clutch',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
}

/** Of the connections that queries use; null where they need no pooler. */
export function poolerOptions(address: DatabaseAddress): pg.ClientConfig | null {
  if (!('connectionString' in address) || address.pooler === undefined) return null
  // A pooler keeps connections open after the portal has stopped: under this name they do not count as a running portal.
  return { ...connectionOptions({ connectionString: address.pooler }), application_name: 'clutch pooled' }
}

/** As pg reads types (int8 and numeric stay strings, timestamptz a Date), but a `date` stays the text it is: it has no time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: string) =>
  type === pg.types.builtins.DATE && format !== 'binary'
    ? (text: string) => text
    : pg.types.getTypeParser(type, format as 'text')
