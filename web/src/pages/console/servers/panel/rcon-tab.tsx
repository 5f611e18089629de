import { operatorRunRconCommand } from '@clutch/contract/api/servers/operator-server-control.ts'
import { rconCommandMaxLength } from '@clutch/contract/limits.ts'
import type { ErrorCode } from '@clutch/contract/errors.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { useErrorText } from '../../../../app/api/error-text.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { CommandField } from '../../../../ui/terminal/command-field.tsx'
import { TerminalScreen } from '../../../../ui/terminal/terminal-screen.tsx'
import { PanelFoot } from '../../../../ui/layout/panel-head.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { completeLine } from './command-completion.ts'
import { createRconRows } from './rcon-rows.ts'
import { QuickCommands } from './quick-commands.tsx'
import { getServerName } from '../server-text.ts'
import { historyQuery, runCommand, suggestionsQuery, type RegisteredServer } from '../servers.queries.ts'

const noSuggestions = { maps: [], players: [] }

/** J: A server's console: its history, the usual commands, and a command line. */
export function RconTab({ server }: { server: RegisteredServer }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const history = useQuery(historyQuery(server.id))
  const words = useQuery({ ...suggestionsQuery(server.id), enabled: server.has_rcon })
  const [line, setLine] = useState('')
  const run = useAction(async (command: string) => {
    await runCommand(client, server.id, command).catch(reportUnlessRefused)
  })
  const rows = useRows(history.data)
  const typed = useMemo(() => [...new Set(history.data?.map(({ command }) => command))], [history.data])
  const send = () => {
    if (line.trim() === '') return
    const command = line
    setLine('')
    void run.run(command).then((done) => {
      if (!done) setLine((now) => (now === '' ? command : now))
    })
  }
  return (
    <>
      <ErrorNote error={history.error ?? run.error} />
      <TerminalScreen
        label={t(($) => $.adminServers.console.screen, { name: getServerName(server) })}
        rows={rows}
        empty={t(($) => $.adminServers.console.empty)}
      />
      <Permitted call={operatorRunRconCommand} serverId={server.id}>
        <QuickCommands
          server={server}
          maps={words.data?.maps ?? []}
          onRun={(command) => void run.run(command)}
        />
        <CommandField
          label={t(($) => $.adminServers.console.command)}
          sendLabel={t(($) => $.adminServers.console.send)}
          listLabel={t(($) => $.adminServers.console.offers)}
          value={line}
          onChange={setLine}
          onSend={send}
          completions={completeLine(line, words.data ?? noSuggestions, i18n.language as Language)}
          history={typed}
          maxLength={rconCommandMaxLength}
          submitting={run.busy}
          disabledReason={server.has_rcon ? undefined : t(($) => $.adminServers.console.noRcon)}
        />
      </Permitted>
      <PanelFoot icon="lock">{t(($) => $.adminServers.console.written)}</PanelFoot>
    </>
  )
}

function useRows(lines: Parameters<typeof createRconRows>[0] | undefined) {
  const { t } = useTranslation()
  const words = useErrorText()
  return useMemo(
    () =>
      createRconRows(lines ?? [], {
        refused: (code) => words(new ApiError(code as ErrorCode, 0, code)),
        done: (ms) => t(($) => $.adminServers.console.noOutput, { count: ms }),
      }),
    [lines, words, t],
  )
}

/** A refusal by the game server is already on the screen; any other error is reported. */
function reportUnlessRefused(error: unknown): void {
  if (error instanceof ApiError && ['server.rcon_failed', 'server.private_address'].includes(error.code))
    return
  throw error
}
