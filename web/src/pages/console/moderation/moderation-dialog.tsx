import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
import type { LivePlayer, ModerationOrder } from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  isSafeCommandText,
  timedActions,
  type PlayerAction,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import type { SanctionKind } from '@clutch/contract/rules/moderation/sanctions.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { ReasonField } from './reason-field.tsx'

/** Sends an order to the server; rejects with the error of the call if the server did not do it. */
export type Moderate = (order: ModerationOrder) => Promise<RconReply>

/** What is done to a player who is on the list. */
export const listActions = ['kick', 'mute', 'gag', 'ban'] as const satisfies readonly PlayerAction[]
export type ListAction = (typeof listActions)[number]

/** Makes a sanction on all servers, which the portal keeps. */
export type SanctionEverywhere = (sanction: {
  kind: SanctionKind
  steamId: string
  name: string
  reason: string
  expires: number | null
}) => Promise<void>

interface ModerationDialogProps {
  open: boolean
  onClose: () => void
  act: ListAction
  moderate: Moderate
  /** Undefined where the operator may not, and for rented servers. */
  sanction?: SanctionEverywhere | undefined
  player: LivePlayer
}

const terms = { m30: 30, h2: 120, d1: 1_440, d7: 10_080, d30: 43_200, forever: 0 } as const
const termNames = ['m30', 'h2', 'd1', 'd7', 'd30', 'forever'] as const
type Term = (typeof termNames)[number]

/** J: Kicks, mutes, gags or bans a player; asks for the reason, the duration, and whether it is for all servers. */
export function ModerationDialog({ open, onClose, act, moderate, sanction, player }: ModerationDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [term, setTerm] = useState<Term>('d1')
  const [scope, setScope] = useState<'here' | 'everywhere'>('here')
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ reason, term, scope })
  const { userId, steamId, name } = player
  const isTimed = timedActions.some((one) => one === act)
  const everywhere = scope === 'everywhere' && act !== 'kick' && steamId !== null && sanction
  const isReady = isSafeCommandText(reason) && !(everywhere && reason.trim() === '')
  const minutes = isTimed ? terms[term] : 0
  const action = useAction(async () => {
    const order = { action: act, userId, steamId, minutes, reason: reason.trim() }
    const said = everywhere
      ? await everywhere({
          kind: act,
          steamId,
          name: name.slice(0, 128),
          reason: order.reason,
          expires: toEnd(minutes),
        })
      : await moderate(order)
    const title = t(($) => $.adminServers.players.done[act])
    showToast({ tone: 'good', title, detail: said === undefined || said.output === '' ? name : said.output })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.players.titles[act], { name })}
      changed={changed}
      onSave={() => {
        setChecked(true)
        if (isReady) void action.run()
      }}
      action={action}
      destroys
      saveLabel={t(($) => $.adminServers.players[act])}
    >
      {isTimed && sanction && <ScopeField value={scope} onChange={setScope} />}
      {isTimed && (
        <SelectField
          label={t(($) => $.adminServers.players.minutes)}
          value={term}
          onChange={setTerm}
          options={termNames.map((value) => ({ value, text: t(($) => $.adminServers.players.terms[value]) }))}
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
      {checked && everywhere && reason.trim() === '' && (
        <Note tone="bad">{t(($) => $.adminServers.players.needsReason)}</Note>
      )}
      {isTimed && (
        <FormText small>
          {everywhere
            ? t(($) => $.adminServers.players.everywhereHint)
            : t(($) => $.adminServers.players.penaltyHint)}
        </FormText>
      )}
    </FormDialog>
  )
}

function toEnd(minutes: number): number | null {
  return minutes === 0 ? null : Date.now() + minutes * 60_000
}

interface ScopeFieldProps {
  value: 'here' | 'everywhere'
  onChange: (scope: 'here' | 'everywhere') => void
}

function ScopeField({ value, onChange }: ScopeFieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t(($) => $.adminServers.players.where)}
      value={value}
      onChange={onChange}
      options={(['here', 'everywhere'] as const).map((scope) => ({
        value: scope,
        text: t(($) => $.adminServers.players[scope]),
      }))}
    />
  )
}
