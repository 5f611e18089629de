import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { PanelButtons } from '../../../../ui/layout/panel-head.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { getServerName } from '../server-text.ts'
import { messageServer, runCommand, type RegisteredServer } from '../servers.queries.ts'

/** The same in every language. */
const statusCommand = 'status'

interface QuickCommandsProps {
  server: RegisteredServer
  maps: readonly string[]
  onRun: (command: string) => void
}

/** What operators do most, a press each; what throws people out asks first. */
export function QuickCommands({ server, maps, onRun }: QuickCommandsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const [dialog, setDialog] = useState<'map' | 'message' | null>(null)
  const name = getServerName(server)
  const off = server.has_rcon ? undefined : t(($) => $.adminServers.console.noRcon)
  const run = async (command: string) => {
    await runCommand(client, server.id, command)
  }
  const shared = { size: 'sm', disabledReason: off } as const
  return (
    <PanelButtons>
      <Button {...shared} onClick={() => onRun(statusCommand)}>
        {statusCommand}
      </Button>
      <Button {...shared} onClick={() => setDialog('map')}>
        {t(($) => $.adminServers.console.changeMap)}
      </Button>
      <Button
        {...shared}
        onClick={() =>
          ask({
            title: t(($) => $.adminServers.console.restartRoundAsk, { name }),
            message: t(($) => $.adminServers.console.restartRoundLoses),
            action: t(($) => $.adminServers.console.restartRound),
            run: () => run('mp_restartgame 1'),
          })
        }
      >
        {t(($) => $.adminServers.console.restartRound)}
      </Button>
      <Button {...shared} onClick={() => setDialog('message')}>
        {t(($) => $.adminServers.console.message)}
      </Button>
      <Button
        {...shared}
        variant="risky"
        icon="power"
        onClick={() =>
          ask({
            title: t(($) => $.adminServers.console.restartAsk, { name }),
            message: t(($) => $.adminServers.console.restartLoses),
            action: t(($) => $.adminServers.console.restart),
            run: () => run('quit'),
          })
        }
      >
        {t(($) => $.adminServers.console.restart)}
      </Button>
      {asking}
      <MapDialog
        key={`map ${dialog}`}
        open={dialog === 'map'}
        onClose={() => setDialog(null)}
        {...{ server, maps }}
      />
      <MessageDialog
        key={`message ${dialog}`}
        open={dialog === 'message'}
        onClose={() => setDialog(null)}
        server={server}
      />
    </PanelButtons>
  )
}

interface DialogProps {
  open: boolean
  onClose: () => void
  server: RegisteredServer
}

function MapDialog({ open, onClose, server, maps }: DialogProps & { maps: readonly string[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [map, setMap] = useState('')
  const [checked, setChecked] = useState(false)
  const good = /^[\w/-]{2,80}$/.test(map.trim())
  const action = useAction(async () => {
    await runCommand(client, server.id, `changelevel ${map.trim()}`)
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (good) void action.run()
  }
  const list = `maps ${server.id}`
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.console.mapTitle, { name: getServerName(server) })}
      changed={map !== ''}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminServers.console.change)}
    >
      <TextField
        required
        label={t(($) => $.adminServers.console.map)}
        list={list}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        value={map}
        onChange={(event) => setMap(event.currentTarget.value)}
        hint={t(($) => $.adminServers.console.mapHint)}
        error={checked && !good ? t(($) => $.adminServers.console.badMap) : null}
      />
      <datalist id={list}>
        {maps.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}

function MessageDialog({ open, onClose, server }: DialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const stays = isSafeCommandText(text)
  const action = useAction(async () => {
    await messageServer(client, server.id, text.trim())
    showToast({ tone: 'good', title: t(($) => $.adminServers.console.said), detail: text })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (text.trim() !== '' && stays) void action.run()
  }
  const wrong = stays ? t(($) => $.admin.form.required) : t(($) => $.adminServers.console.badText)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.console.messageTitle, { name: getServerName(server) })}
      changed={text !== ''}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminServers.console.say)}
    >
      <TextField
        required
        label={t(($) => $.adminServers.console.text)}
        aside={`${text.length} / 200`}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={checked && (!stays || text.trim() === '') ? wrong : null}
      />
    </FormDialog>
  )
}
