import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { logLineSchema, type LogLine } from '@clutch/contract/api/servers/operator-server-control.ts'
import * as z from 'zod/mini'
import { ApiError } from '../../../../app/api/api-error.ts'
import { useErrorText } from '../../../../app/api/error-text.ts'
import { listenWhileVisible } from '../../../../app/live/listen-while-visible.ts'
import { TerminalScreen } from '../../../../ui/terminal/terminal-screen.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { PanelFoot } from '../../../../ui/layout/panel-head.tsx'
import { formatTimeWithSeconds } from './rcon-rows.ts'
import { getServerName } from '../server-text.ts'
import { openLog, type RegisteredServer } from '../servers.queries.ts'

const linesSchema = z.object({ lines: z.array(logLineSchema) })
const maxLines = 500

interface LogRow extends LogLine {
  key: string
}

interface LogState {
  lines: readonly LogRow[]
  /** Why there is no connection now; null while there is one. */
  failure: unknown
}

/** Whether the portal itself takes no more connections. */
const isRefused = (failure: unknown) =>
  failure instanceof ApiError && (failure.code === 'stream.full' || failure.code === 'stream.address_full')

/** J: a server's log as it comes. */
export function LogTab({ server }: { server: RegisteredServer }) {
  const { t } = useTranslation()
  const { lines, failure } = useLog(server.id)
  const words = useErrorText()
  const rows = useMemo(
    () =>
      lines.map(({ key, at, text }) => ({
        key,
        time: formatTimeWithSeconds(at),
        text,
        tone: 'plain' as const,
      })),
    [lines],
  )
  return (
    <>
      {failure !== null && (
        <Note tone="busy">{isRefused(failure) ? words(failure) : t(($) => $.adminServers.log.lost)}</Note>
      )}
      <TerminalScreen
        label={t(($) => $.adminServers.log.screen, { name: getServerName(server) })}
        rows={rows}
        empty={t(($) => $.adminServers.log.empty)}
      />
      <PanelFoot icon="lock">{t(($) => $.adminServers.log.masked)}</PanelFoot>
    </>
  )
}

/** The lines of one connection after another: each begins with the last hundred, which take the place of those before. */
function useLog(id: string): LogState {
  const [state, setState] = useState<LogState>({ lines: [], failure: null })
  useEffect(() => {
    let begins = true
    let count = 0
    return listenWhileVisible({
      open: async (signal) => {
        try {
          const stream = await openLog(id, signal)
          begins = true
          return stream
        } catch (error) {
          if (!signal.aborted) setState((last) => ({ ...last, failure: error }))
          throw error
        }
      },
      hear: ({ event, data }) => {
        if (event !== 'lines') return
        const fresh = z
          .parse(linesSchema, JSON.parse(data))
          .lines.map((line) => ({ ...line, key: String(count++) }))
        const anew = begins
        begins = false
        setState((last) => ({
          lines: [...(anew ? [] : last.lines), ...fresh].slice(-maxLines),
          failure: null,
        }))
      },
    })
  }, [id])
  return state
}
