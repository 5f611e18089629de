import type pg from 'pg'

/** Destroys a connection at once without contacting the server: its queries fail. */
export function destroyConnection(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** Ends a connection, and drops it when the other side has not closed it within `withinMs`. Never throws. */
export async function closeWithin(client: pg.Client, withinMs: number): Promise<void> {
  const drop = setTimeout(() => destroyConnection(client), withinMs)
  await client.end().catch(() => undefined)
  clearTimeout(drop)
}
