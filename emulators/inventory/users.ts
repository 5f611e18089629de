import pg from 'pg'

export interface InventoryUser {
  id: string
  name: string
  /** The address of a picture, empty for none. */
  avatar: string
}

/**
 * Like the simulator's own table: times without a zone, defaults for omitted fields. Any client of its
 * database can add users.
 */
const createTableSql = `create table if not exists "User" (
  id text primary key,
  name text not null,
  avatar text not null,
  inventory text,
  "syncedAt" timestamp(3) not null default current_timestamp,
  "createdAt" timestamp(3) not null default current_timestamp,
  "updatedAt" timestamp(3) not null
)`

/** The users in a PostgreSQL; only other programs insert them. */
export class UserStore {
  readonly #pool: pg.Pool

  private constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Connects and makes the table where there is none. */
  static async open(databaseUrl: string): Promise<UserStore> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, connectionTimeoutMillis: 5_000 })
    // A connection that breaks while it rests is opened again at the next question.
    pool.on('error', () => undefined)
    try {
      await pool.query(createTableSql)
    } catch (error) {
      await pool.end()
      throw error
    }
    return new UserStore(pool)
  }

  async find(id: string): Promise<InventoryUser | undefined> {
    const { rows } = await this.#pool.query<InventoryUser>(
      'select id, name, avatar from "User" where id = $1',
      [id],
    )
    return rows[0]
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
