import type { OperatorChatCommand } from '@clutch/contract/api/content/operator-chat-commands.ts'
import { chatCommandTypes } from '@clutch/contract/api/rentals/rental-page.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { parseWholeNumber } from '../kit/forms/whole-number.ts'
import { commandsQuery, saveCommand } from './chat-commands.queries.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'

interface CommandDialogProps {
  open: boolean
  /** Null for a new one. */
  command: OperatorChatCommand | null
  /** The position of the last there is. */
  after: number
  onClose: () => void
}

const maxOrder = 10_000
const step = 10
const emptyText = { zh: '', en: '' }

/** Adds a command of the chat, or changes one. */
export function ChatCommandDialog({ open, command, after, onClose }: CommandDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'command',
    item: command,
    fieldsOf: (of: OperatorChatCommand | null) => ({
      command: of?.command ?? '',
      description: of?.description ?? emptyText,
      brief: of?.brief ?? emptyText,
      type: of?.type ?? chatCommandTypes[0],
      isFrequent: of?.isFrequent ?? false,
      place: String(of?.position ?? Math.min(maxOrder, after + step)),
    }),
    newest: () => client.fetchQuery({ ...commandsQuery, staleTime: 0 }),
    names: {
      command: t(($) => $.adminWords.commands.command),
      description: t(($) => $.adminWords.commands.description),
      brief: t(($) => $.adminWords.commands.brief),
      type: {
        name: t(($) => $.adminWords.commands.type),
        show: (type: OperatorChatCommand['type']) => t(($) => $.adminWords.commands.types[type]),
      },
      isFrequent: t(($) => $.adminWords.commands.frequent),
      place: t(($) => $.adminWords.position),
    },
  })
  const { fields, change, id, revision } = draft
  const { place, ...others } = fields
  const position = parseWholeNumber(place, 0, maxOrder)
  const isNameless = fields.command.trim() === ''
  const isUnexplained = `${fields.description.zh}${fields.description.en}`.trim() === ''
  const action = useSave(draft, async () => {
    if (position === null) return
    await saveCommand(id, { ...others, command: others.command.trim(), position, revision })
    await client.invalidateQueries(commandsQuery)
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!isNameless && !isUnexplained && position !== null) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={command === null ? t(($) => $.adminWords.commands.add) : t(($) => $.adminWords.commands.edit)}
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <TextField
        required
        label={t(($) => $.adminWords.commands.command)}
        hint={t(($) => $.adminWords.commands.commandHint)}
        value={fields.command}
        maxLength={60}
        error={checked && isNameless ? t(($) => $.admin.form.required) : null}
        onChange={(event) => change({ command: event.currentTarget.value })}
      />
      <SelectField
        label={t(($) => $.adminWords.commands.type)}
        options={chatCommandTypes.map((value) => ({
          value,
          text: t(($) => $.adminWords.commands.types[value]),
        }))}
        value={fields.type}
        onChange={(type) => change({ type })}
      />
      <BilingualField
        required
        label={t(($) => $.adminWords.commands.description)}
        value={fields.description}
        onChange={(description) => change({ description })}
        max={200}
        lines={2}
        error={checked && isUnexplained ? t(($) => $.adminWords.eitherNeeded) : null}
      />
      <Switch checked={fields.isFrequent} onChange={(isFrequent) => change({ isFrequent })}>
        {t(($) => $.adminWords.commands.frequentLong)}
      </Switch>
      {fields.isFrequent && (
        <BilingualField
          label={t(($) => $.adminWords.commands.brief)}
          value={fields.brief}
          onChange={(brief) => change({ brief })}
          max={40}
        />
      )}
      <TextField
        required
        label={t(($) => $.adminWords.position)}
        inputMode="numeric"
        value={place}
        hint={t(($) => $.adminWords.positionHint)}
        error={
          checked && position === null ? t(($) => $.admin.form.badNumber, { min: 0, max: maxOrder }) : null
        }
        onChange={(event) => change({ place: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
