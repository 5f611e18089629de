import pg from 'pg'

/** A connection leads to a hot standby: only reads would work. Has the code with which PostgreSQL refuses a write there. */
class StandbyDatabase extends Error {
  override name = 'StandbyDatabase'
  readonly code = '25006'

  constructor() {
    super('the database is a standby, which takes no writes')
  }
}

/** A setting that the server reports by itself. */
interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** A connection that hears at its start, and when it changes, whether its server is a hot standby. */
export class PrimaryClient extends pg.Client {
  #isStandby = false

  constructor(options?: pg.ClientConfig) {
    super(options)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  /** Throws StandbyDatabase where the server takes no writes. Asks only where the report says so: that of a pooler may be old. */
  async refuseStandby(): Promise<void> {
    if (!this.#isStandby) return
    const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby === true) throw new StandbyDatabase()
  }
}
