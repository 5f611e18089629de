import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, createConnection } from 'mysql2/promise'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'

export interface Mariadb {
  /** Of a user who may only read and write `vip_users`. */
  url: string
  /** As the administrator, to look and to prepare. */
  admin: Connection
  stop(): Promise<void>
}

/** Returns whether Debian's mariadb-server is installed; without it tests are skipped, or fail where CI guarantees it. */
export const hasMariadb = (): boolean => hasPeerProgram('mariadbd')

const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }

/** Starts a MariaDB of its own on a free loopback port, with a database `vip` that is empty. */
export async function startMariadb(): Promise<Mariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-mariadb-'))
  const user = `--user=${userInfo().username}`
  const installed = spawnSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      user,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { env, encoding: 'utf8' },
  )
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`)
  const port = await findFreePort()
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      user,
      `--socket=${folder}/socket`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-buffer-pool-size=8M',
      '--skip-log-bin',
    ],
    { env, stdio: 'ignore' },
  )
  const exited = once(child, 'exit')
  const admin = await waitUntilOpen(`${folder}/socket`, exited)
  await admin.query('create database vip')
  await admin.query("create user portal@'127.0.0.1' identified by 'pass:word'")
  await admin.query("grant select, insert, update, delete, create on vip.* to portal@'127.0.0.1'")
  await admin.query('use vip')
  return {
    url: `mysql://portal:${encodeURIComponent('pass:word')}@127.0.0.1:${port}/vip`,
    admin,
    async stop() {
      admin.destroy()
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilOpen(socketPath: string, exited: Promise<unknown>): Promise<Connection> {
  let hasExited = false
  void exited.then(() => (hasExited = true))
  for (;;) {
    try {
      return await createConnection({ socketPath, user: 'root' })
    } catch (error) {
      if (hasExited) throw new Error('mariadbd did not start', { cause: error })
      await delay(50)
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
