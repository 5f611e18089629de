import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { vi } from 'vitest'
import type { BoardPage, BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { operatorTokenFile } from '../../../platform/http/session/operator-token.ts'
import { startPortal } from '../../../portal.ts'
import { createEmptyDatabase } from '../../../testing/database.ts'

/** A real portal that game servers report to over HTTP, queried over its public API. */
export interface ReportingPortal {
  /** One operator call; throws the response when it is refused. */
  operator: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>
  /** Registers a server and answers the address of its log. */
  addServer: (board: BoardMode | null, freeForAll: boolean) => Promise<string>
  /** Resolves once everything that was reported is counted. */
  counted: () => Promise<void>
  /** A whole board, page by page, in its order. */
  board: (mode: BoardMode, season: string) => Promise<BoardRow[]>
  stop: () => Promise<void>
}

/** Starts web and worker on a database and in a data directory of their own. */
export async function startReportingPortal(): Promise<ReportingPortal> {
  const database = await createEmptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'clutch-tally-'))
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_PORT: '0',
    CLUTCH_ROLES: 'web,worker',
    CLUTCH_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
  })
  const portal = await startPortal({ config, log: pino({ level: 'silent' }), page: false })
  const token = readFileSync(operatorTokenFile(dataDir), 'utf8').trim()
  const call = createCaller(portal.url)
  const operator: ReportingPortal['operator'] = (method, path, body) =>
    call(method, `/api/operator/${path}`, body, { authorization: `Bearer ${token}` })
  let port = 27_000
  return {
    operator,
    async addServer(board, freeForAll) {
      const place = { ip: '127.0.0.1', port: ++port, category: 'deathmatch', region: 'ap-shanghai' }
      const server = { name: `Server ${port}`, board, free_for_all: freeForAll, ...place }
      const { id } = await operator<{ id: string }>('POST', 'servers', server)
      const { log } = await operator<{ log: string }>('POST', `servers/${id}/report-secret`)
      return new URL(new URL(log).pathname, portal.url).href
    },
    async counted() {
      await vi.waitFor(
        async () => {
          const feeds = await operator<{ waiting: number; batches: number }[]>('GET', 'feeds')
          if (feeds.some(({ waiting, batches }) => waiting > 0 || batches === 0)) throw new Error('not yet')
        },
        { timeout: 60_000, interval: 50 },
      )
    },
    async board(mode, season) {
      const page = (n: number) =>
        call<BoardPage>('GET', `/api/leaderboard/${mode}?season=${season}&page=${n}`)
      const first = await page(1)
      const rows = [...first.data]
      for (let n = 2; n <= first.totalPages; n++) rows.push(...(await page(n)).data)
      return rows
    },
    async stop() {
      await portal.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

function createCaller(url: string) {
  return async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null') as T
  }
}
