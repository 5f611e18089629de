import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../../platform/http/app.ts'
import type { AppContext } from '../../../platform/context.ts'
import { testOperatorToken } from '../../../testing/http.ts'
import { runOperator } from '../run-command.ts'

export interface Ran {
  code: number
  out: string
  err: string
}

export interface CommandLine {
  port: number
  /** Runs a command as an operator types it (a quoted part is one argument). */
  operator: (
    line: string,
    files?: Record<string, string>,
    environment?: Record<string, string>,
  ) => Promise<Ran>
  close: () => void
}

/** An operator's command line with a listening portal. */
export async function openCommandLine({ clock }: Pick<AppContext, 'clock'>, app: App): Promise<CommandLine> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'clutch-operator-'))
  writeFileSync(join(folder, 'operator.token'), `${testOperatorToken}\n`)
  writeFileSync(join(folder, 'portal.json'), JSON.stringify({ url: `http://127.0.0.1:${port}` }))
  return {
    port,
    close: () => rmSync(folder, { recursive: true }),
    async operator(line, files = {}, environment = {}) {
      const out: string[] = []
      const err: string[] = []
      const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      const code = await runOperator(args, {
        environment: { CLUTCH_DATA_DIR: folder, ...environment },
        readText: async (file) => files[file] ?? '',
        now: () => clock.now(),
        out: (text) => out.push(text),
        err: (text) => err.push(text),
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
  }
}
