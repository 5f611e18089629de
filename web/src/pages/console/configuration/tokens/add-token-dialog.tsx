import { apiTokenNameMaxLength } from '@clutch/contract/api/accounts/api-tokens.ts'
import {
  type OperatorRights,
  hasRight,
  operatorAreas,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Switch } from '../../../../ui/buttons/switch.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SelectableField } from '../../../../ui/text/selectable-field.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { usePermissions } from '../../kit/permissions.ts'
import { ServerChoice } from '../../users/operators/server-choice.tsx'
import { RightsFields } from '../../users/roles/rights-fields.tsx'
import { addToken } from './tokens.queries.ts'

const dayMs = 24 * 3_600_000
const terms = ['30', '90', '365', ''] as const
const tokenAreas = operatorAreas.filter((area) => area !== 'operators')

/** Adds an API token, and shows its secret, which is gone with the dialog. */
export function AddTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return secret === null ? (
    <TokenForm open={open} onClose={onClose} onAdded={setSecret} />
  ) : (
    <TokenSecret open={open} secret={secret} onClose={onClose} />
  )
}

interface Fields {
  name: string
  rights: OperatorRights
  serverIds: readonly string[]
  days: (typeof terms)[number]
  service: boolean
}

function TokenForm({
  open,
  onClose,
  onAdded,
}: {
  open: boolean
  onClose: () => void
  onAdded: (secret: string) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayAddService = hasRight(usePermissions().rights, 'operators', 'change')
  const [checked, setChecked] = useState(false)
  const [fields, setFields] = useState<Fields>({
    name: '',
    rights: {},
    serverIds: [],
    days: '90',
    service: false,
  })
  const changed = useChanged(fields)
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  const isNameless = fields.name.trim() === ''
  const action = useAction(async () => {
    const { secret } = await addToken(client, {
      name: fields.name.trim(),
      rights: fields.rights,
      serverIds: fields.serverIds.length === 0 ? null : [...fields.serverIds],
      expires: fields.days === '' ? null : Date.now() + Number(fields.days) * dayMs,
      service: fields.service,
    })
    onAdded(secret)
  })
  const save = () => {
    setChecked(true)
    if (!isNameless) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={t(($) => $.adminUsers.tokens.add)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.admin.form.add)}
    >
      <TextField
        required
        label={t(($) => $.adminUsers.tokens.name)}
        hint={t(($) => $.adminUsers.tokens.nameHint)}
        value={fields.name}
        maxLength={apiTokenNameMaxLength}
        error={checked && isNameless ? t(($) => $.adminUsers.roles.noName) : null}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <SelectField
        label={t(($) => $.adminUsers.tokens.expires)}
        options={terms.map((value) => ({
          value,
          text:
            value === ''
              ? t(($) => $.adminUsers.tokens.noEnd)
              : t(($) => $.adminUsers.tokens.inDays, { days: value }),
        }))}
        value={fields.days}
        onChange={(days) => change({ days })}
      />
      {mayAddService && (
        <Stack gap="s">
          <Switch checked={fields.service} onChange={(service) => change({ service })}>
            {t(($) => $.adminUsers.tokens.serviceToken)}
          </Switch>
          <FormText small>{t(($) => $.adminUsers.tokens.serviceHint)}</FormText>
        </Stack>
      )}
      <RightsFields areas={tokenAreas} rights={fields.rights} onChange={(rights) => change({ rights })} />
      <ServerChoice chosen={fields.serverIds} onChange={(serverIds) => change({ serverIds })} />
    </FormDialog>
  )
}

function TokenSecret({ open, secret, onClose }: { open: boolean; secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminUsers.tokens.secret)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.common.close)}</Button>
          <CopyButton text={secret} label={t(($) => $.adminUsers.tokens.copy)}>
            {t(($) => $.adminUsers.tokens.copy)}
          </CopyButton>
        </>
      }
    >
      <Stack>
        <SelectableField label={title} text={secret} />
        <Note tone="busy">{t(($) => $.adminUsers.tokens.once)}</Note>
      </Stack>
    </Dialog>
  )
}
