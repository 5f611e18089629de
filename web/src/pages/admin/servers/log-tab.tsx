import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logLineSchema, type LogLine } from '@clutch/contract/api/operator-servers.ts'
import * as z from 'zod/mini'
import { listenWhileVisible } from '../../../app/live/while-visible.ts'
import { ConsoleScreen } from '../../../ui/console-screen.tsx'
import { Note } from '../../../ui/note.tsx'
import { PanelFoot } from '../../../ui/panel-head.tsx'
import { secondsTime } from './console-rows.ts'
import { nameOf } from './server-words.ts'
import { openLog, type RegisteredServer } from './servers.queries.ts'

const linesSchema = z.object({ lines: z.array(logLineSchema) })
const linesKept = 500

interface Kept extends LogLine {
  key: string
}

/** J: a server's log as it comes. */
export function LogTab({ server }: { server: RegisteredServer }) {
  const { t } = useTranslation()
  const { lines, lost } = useLog(server.id)
  const rows = useMemo(
    () => lines.map(({ key, at, text }) => ({ key, time: secondsTime(at), text, tone: 'plain' as const })),
    [lines],
  )
  return (
    <>
      {lost && <Note tone="busy">{t(($) => $.adminServers.log.lost)}</Note>}
      <ConsoleScreen
        label={t(($) => $.adminServers.log.screen, { name: nameOf(server) })}
        rows={rows}
        empty={t(($) => $.adminServers.log.empty)}
      />
      <PanelFoot icon="lock">{t(($) => $.adminServers.log.masked)}</PanelFoot>
    </>
  )
}

/** The lines of one connection after another: each begins with the last hundred, which take the place of those before. */
function useLog(id: string): { lines: readonly Kept[]; lost: boolean } {
  const [state, setState] = useState<{ lines: readonly Kept[]; lost: boolean }>({ lines: [], lost: false })
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
          if (!signal.aborted) setState((last) => ({ ...last, lost: true }))
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
          lines: [...(anew ? [] : last.lines), ...fresh].slice(-linesKept),
          lost: false,
        }))
      },
    })
  }, [id])
  return state
}
