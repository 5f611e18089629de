import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { vi } from 'vitest'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { launch } from '../../../platform/database/embedded/program.ts'
import type { TemporaryDatabase } from '../../../platform/database/embedded/temporary-cluster.ts'
import { openDatabase } from '../../../platform/database/index.ts'

interface PoolerOptions {
  /** Where its files are made. */
  folder: string
  port: number
  database: TemporaryDatabase['address']
}

/** A running PgBouncer, which serves the database `clutch`. */
export interface Pooler {
  /** Kills it. */
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer by the shipped file with few connections, handed out in turn: what one transaction leaves in its session is not what
 * the next one finds. `more` are lines of the file that win over its own.
 */
export async function startPooler(
  { folder, port, database }: PoolerOptions,
  more: readonly string[] = [],
): Promise<Pooler> {
  const { host, port: databasePort, user, database: name } = database
  const at = (file: string) => join(folder, file)
  const changes = {
    'host=127.0.0.1 port=5432 dbname=clutch': `host=${host} port=${databasePort} user=${user} dbname=${name}`,
    'listen_port = 6432': `listen_port = ${port}`,
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer/userlist.txt': at('userlist.txt'),
    'default_pool_size = 20': 'default_pool_size = 4',
    '/var/log/postgresql/': `${folder}/`,
    '/run/postgresql/': `${folder}/`,
  }
  const shipped = readFileSync(
    join(import.meta.dirname, '../../../../deploy/pgbouncer/pgbouncer.ini'),
    'utf8',
  )
  const config = Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the shipped file has no ${from}`)
    return text.replaceAll(from, to)
  }, shipped)
  writeFileSync(at('userlist.txt'), `"${user}" ""\n`)
  writeFileSync(at('pgbouncer.ini'), [config, 'server_round_robin = 1', ...more, ''].join('\n'))
  const log = openSync(at('pgbouncer.out'), 'a')
  const child = launch('env', [`PATH=${peerPath}`, 'pgbouncer', at('pgbouncer.ini')], ['ignore', log, log])
  const exited = once(child, 'exit')
  const connectionString = `postgres://${user}@127.0.0.1:${port}/clutch`
  const probe = openDatabase({ connectionString, pooler: connectionString }, pino({ level: 'silent' }), 1)
  await vi.waitFor(() => probe.raw('select 1'), { timeout: 60_000, interval: 50 })
  await probe.destroy()
  return {
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
