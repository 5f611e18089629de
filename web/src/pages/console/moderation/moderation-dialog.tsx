import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
import type { LivePlayer, ModerationOrder } from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  isSafeCommandText,
  timedActions,
  type PlayerAction,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { ReasonField } from './reason-field.tsx'

/** Sends an order to the server; rejects with the error of the call if the server did not do it. */
export type Moderate = (order: ModerationOrder) => Promise<RconReply>

/** What is done to a player who is on the list. */
export const listActions = ['kick', 'mute', 'gag', 'ban'] as const satisfies readonly PlayerAction[]
export type ListAction = (typeof listActions)[number]

interface ModerationDialogProps {
  open: boolean
  onClose: () => void
  act: ListAction
  moderate: Moderate
  player: LivePlayer
}

const terms = { m30: 30, h2: 120, d1: 1_440, d7: 10_080, d30: 43_200, forever: 0 } as const
const termNames = ['m30', 'h2', 'd1', 'd7', 'd30', 'forever'] as const
type Term = (typeof termNames)[number]

/** J: Kicks, mutes, gags or bans a player; asks for the reason and the duration. */
export function ModerationDialog({ open, onClose, act, moderate, player }: ModerationDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [term, setTerm] = useState<Term>('d1')
  const changed = useChanged({ reason, term })
  const { userId, steamId, name } = player
  const stays = isSafeCommandText(reason)
  const isTimed = timedActions.some((one) => one === act)
  const action = useAction(async () => {
    const minutes = isTimed ? terms[term] : 0
    const { output } = await moderate({ action: act, userId, steamId, minutes, reason: reason.trim() })
    const title = t(($) => $.adminServers.players.done[act])
    showToast({ tone: 'good', title, detail: output === '' ? name : output })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.players.titles[act], { name })}
      changed={changed}
      onSave={() => {
        if (stays) void action.run()
      }}
      action={action}
      destroys
      saveLabel={t(($) => $.adminServers.players[act])}
    >
      {isTimed && (
        <SelectField
          label={t(($) => $.adminServers.players.minutes)}
          value={term}
          onChange={setTerm}
          options={termNames.map((value) => ({ value, text: t(($) => $.adminServers.players.terms[value]) }))}
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
      {isTimed && <FormText small>{t(($) => $.adminServers.players.penaltyHint)}</FormText>}
    </FormDialog>
  )
}
