import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import type { Moderate } from './moderation-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

export const liftActions = ['unban', 'unmute', 'ungag'] as const
export type LiftAction = (typeof liftActions)[number]

interface LiftDialogProps {
  open: boolean
  onClose: () => void
  /** Those for which the server has a command; the first is chosen. */
  actions: readonly LiftAction[]
  moderate: Moderate
}

/** J: Lifts a ban, a mute or a gag of a SteamID, whose player need not be there. */
export function LiftDialog({ open, onClose, actions, moderate }: LiftDialogProps) {
  const { t } = useTranslation()
  const [act, setAct] = useState<LiftAction>(actions[0] ?? 'unban')
  const [steamId, setSteamId] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ act, steamId, reason })
  const stays = isSafeCommandText(reason)
  const isKnown = isSteamId(steamId.trim())
  const action = useAction(async () => {
    const order = { action: act, steamId: steamId.trim(), minutes: 0, reason: reason.trim() }
    const { output } = await moderate(order)
    const title = t(($) => $.adminServers.players.lifted)
    showToast({ tone: 'good', title, detail: output === '' ? order.steamId : output })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.players.lift)}
      changed={changed}
      onSave={() => {
        setChecked(true)
        if (isKnown && stays) void action.run()
      }}
      action={action}
      saveLabel={t(($) => $.adminServers.players.liftSave)}
    >
      <SelectField
        label={t(($) => $.adminServers.players.penalty)}
        value={act}
        onChange={setAct}
        options={actions.map((value) => ({ value, text: t(($) => $.adminServers.commands.kinds[value]) }))}
      />
      <TextField
        required
        label={t(($) => $.adminServers.players.steamId)}
        value={steamId}
        inputMode="numeric"
        maxLength={20}
        spellCheck={false}
        onChange={(event) => setSteamId(event.currentTarget.value)}
        error={checked && !isKnown ? t(($) => $.adminServers.players.badSteamId) : null}
      />
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
