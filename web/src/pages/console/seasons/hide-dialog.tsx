import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { hidePlayer } from './seasons.queries.ts'

const reasonMax = 200

interface HideDialogProps {
  /** Where it is known already who is hidden, and why. */
  steamId?: string
  reason?: string
  onClose: () => void
}

/** I3 fairness: takes a player off every board, with a reason for the other operators. */
export function HideDialog({ steamId = '', reason: known = '', onClose }: HideDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [who, setWho] = useState(steamId)
  const [reason, setReason] = useState(known)
  const changed = useChanged({ who, reason })
  const [checked, setChecked] = useState(false)
  const good = isSteamId(who.trim())
  const action = useAction(async () => {
    await hidePlayer(client, who.trim(), reason.trim())
    showToast({ tone: 'good', title: t(($) => $.adminSeasons.hidden.done) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (good) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminSeasons.hidden.hideTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminSeasons.hidden.hideAction)}
    >
      <FormText small>{t(($) => $.adminSeasons.hidden.hideHelp)}</FormText>
      <TextField
        required
        label={t(($) => $.adminSeasons.steamId)}
        inputMode="numeric"
        value={who}
        onChange={(event) => setWho(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.admin.form.badSteamId) : null}
      />
      <TextField
        label={t(($) => $.adminSeasons.reason)}
        value={reason}
        maxLength={reasonMax}
        onChange={(event) => setReason(event.currentTarget.value)}
        hint={t(($) => $.adminSeasons.hidden.reasonHint)}
      />
    </FormDialog>
  )
}
