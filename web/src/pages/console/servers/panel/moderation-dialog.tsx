import type { LivePlayer } from '@clutch/contract/api/servers/operator-server-control.ts'
import { reasonMaxLength } from '@clutch/contract/limits.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { banPlayer, kickPlayer, type RegisteredServer } from '../servers.queries.ts'

export type ModerationAction = 'kick' | 'ban'

interface ModerationDialogProps {
  open: boolean
  onClose: () => void
  act: ModerationAction
  server: RegisteredServer
  player: LivePlayer
}

const terms = { m30: 30, h2: 120, d1: 1_440, d7: 10_080, d30: 43_200, forever: 0 } as const
const termNames = ['m30', 'h2', 'd1', 'd7', 'd30', 'forever'] as const
type Term = (typeof termNames)[number]

/** J: Kicks or bans a player; asks for the reason and the duration. */
export function ModerationDialog({ open, onClose, act, server, player }: ModerationDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [term, setTerm] = useState<Term>('d1')
  const changed = useChanged({ reason, term })
  const { userId, steamId, name } = player
  const stays = isSafeCommandText(reason)
  const action = useAction(async () => {
    const why = reason.trim()
    if (act === 'kick' && userId !== null)
      await kickPlayer(client, server.id, { userId, steamId, reason: why })
    if (act === 'ban' && steamId !== null)
      await banPlayer(client, server.id, { steamId, minutes: terms[term], reason: why })
    const title = t(($) => (act === 'kick' ? $.adminServers.players.kicked : $.adminServers.players.banned))
    showToast({ tone: 'good', title, detail: name })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => (act === 'kick' ? $.adminServers.players.kickTitle : $.adminServers.players.banTitle), {
        name,
      })}
      changed={changed}
      onSave={() => {
        if (stays) void action.run()
      }}
      action={action}
      destroys
      saveLabel={t(($) => $.adminServers.players[act])}
    >
      {act === 'ban' && (
        <SelectField
          label={t(($) => $.adminServers.players.minutes)}
          value={term}
          onChange={setTerm}
          options={termNames.map((value) => ({ value, text: t(($) => $.adminServers.players.terms[value]) }))}
        />
      )}
      <TextField
        label={t(($) => $.adminServers.players.reason)}
        aside={`${reason.length} / ${reasonMaxLength}`}
        maxLength={reasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={stays ? null : t(($) => $.adminServers.console.badText)}
      />
      {act === 'ban' && <FormText small>{t(($) => $.adminServers.players.banHint)}</FormText>}
    </FormDialog>
  )
}
