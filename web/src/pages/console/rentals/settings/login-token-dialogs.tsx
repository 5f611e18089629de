import { loginTokensMax } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../../app/api/use-action.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { addLoginTokens, createLoginTokens } from './game-settings.queries.ts'

const createdMax = 20

/** Takes login tokens that the operator created at Steam, one a line. */
export function AddTokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const tokens = text.split(/[\s,;]+/).filter((token) => token !== '')
  const good =
    tokens.length > 0 &&
    tokens.length <= loginTokensMax &&
    tokens.every((token) => /^[0-9A-Fa-f]{32}$/.test(token))
  const action = useAction(async () => {
    await addLoginTokens(client, tokens)
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
      title={t(($) => $.adminGameSettings.add)}
      changed={useChanged({ text })}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminGameSettings.add)}
    >
      <FormText small>{t(($) => $.adminGameSettings.addHelp)}</FormText>
      <TextArea
        required
        label={t(($) => $.adminGameSettings.tokens)}
        value={text}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => setText(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.adminGameSettings.badTokens, { max: loginTokensMax }) : null}
      />
    </FormDialog>
  )
}

/** Creates login tokens at Steam. */
export function CreateTokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('1')
  const [checked, setChecked] = useState(false)
  const good = /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= createdMax
  const action = useAction(async () => {
    await createLoginTokens(client, Number(typed))
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
      title={t(($) => $.adminGameSettings.create)}
      changed={useChanged({ typed })}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminGameSettings.create)}
    >
      <FormText small>{t(($) => $.adminGameSettings.createHelp)}</FormText>
      <TextField
        required
        label={t(($) => $.adminGameSettings.count)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.admin.form.badNumber, { min: 1, max: createdMax }) : null}
      />
    </FormDialog>
  )
}
