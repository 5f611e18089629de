import type { OperatorPrivilege } from '@clutch/contract/api/vip/operator-vip.ts'
import { privilegeCategories, type PrivilegeCategory } from '@clutch/contract/rules/accounts/groups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField, type BilingualText } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { toPrivilegeFlag, flags } from './privilege-mark.tsx'
import { privilegesQuery, savePrivilege } from './privileges.queries.ts'
import styles from './privileges.module.css'

const orderMax = 10_000
const contentMax = 80
const detailMax = 400

interface Fields {
  order: string
  content: BilingualText
  detail: BilingualText
  flags: Record<PrivilegeCategory, number>
}

interface PrivilegeDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new one. */
  privilege: OperatorPrivilege | null
  /** The default position of a new one. */
  nextOrder: number
}

/** Adds a row of the privilege table, or changes one. */
export function PrivilegeDialog({ open, onClose, privilege, nextOrder }: PrivilegeDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft<OperatorPrivilege, Fields>({
    keepAs: 'privilege',
    item: privilege,
    fieldsOf: (item) => fieldsOf(item, nextOrder),
    newest: () => client.fetchQuery({ ...privilegesQuery, staleTime: 0 }),
    names: {
      order: t(($) => $.adminPrices.privileges.order),
      content: t(($) => $.adminPrices.privileges.content),
      detail: t(($) => $.adminPrices.privileges.detail),
      flags: {
        name: t(($) => $.adminPrices.privileges.label),
        part: (group: PrivilegeCategory) => t(($) => $.adminPrices.privileges.groups[group]),
        show: (flag: number) => t(($) => $.adminPrices.privileges.flags[toPrivilegeFlag(flag)]),
      },
    },
  })
  const { fields, change, id, revision } = draft
  const order = /^\d{1,5}$/.test(fields.order.trim()) ? Number(fields.order) : -1
  const orderWrong = order < 0 || order > orderMax
  const contentWrong = fields.content.zh.trim() === '' && fields.content.en.trim() === ''
  const action = useSave(draft, async () => {
    const { content, detail, flags: marks } = fields
    await savePrivilege(id, { order, content, detail, flags: marks, revision })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    await client.invalidateQueries(privilegesQuery)
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!orderWrong && !contentWrong) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        privilege === null ? t(($) => $.adminPrices.privileges.add) : t(($) => $.adminPrices.privileges.edit)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <BilingualField
        required
        label={t(($) => $.adminPrices.privileges.content)}
        value={fields.content}
        max={contentMax}
        onChange={(content) => change({ content })}
        error={checked && contentWrong ? t(($) => $.admin.form.required) : null}
      />
      <BilingualField
        label={t(($) => $.adminPrices.privileges.detail)}
        value={fields.detail}
        max={detailMax}
        lines={2}
        onChange={(detail) => change({ detail })}
      />
      <Marks marks={fields.flags} onChange={(marks) => change({ flags: marks })} />
      <TextField
        required
        label={t(($) => $.adminPrices.privileges.order)}
        inputMode="numeric"
        value={fields.order}
        onChange={(event) => change({ order: event.currentTarget.value })}
        hint={t(($) => $.adminPrices.privileges.orderHint)}
        error={checked && orderWrong ? t(($) => $.admin.form.badNumber, { min: 0, max: orderMax }) : null}
      />
    </FormDialog>
  )
}

interface MarksProps {
  marks: Fields['flags']
  onChange: (marks: Fields['flags']) => void
}

/** What each group may. */
function Marks({ marks, onChange }: MarksProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.marks}>
      {privilegeCategories.map((category) => (
        <SelectField
          key={category}
          label={t(($) => $.adminPrices.privileges.groups[category])}
          options={flags.map((flag) => ({
            value: String(flag),
            text: t(($) => $.adminPrices.privileges.flags[flag]),
          }))}
          value={String(toPrivilegeFlag(marks[category]))}
          onChange={(value) => onChange({ ...marks, [category]: Number(value) })}
        />
      ))}
    </div>
  )
}

function fieldsOf(item: OperatorPrivilege | null, nextOrder: number): Fields {
  if (item) {
    const { order, content, detail, flags: marks } = item
    return { order: String(order), content, detail, flags: marks }
  }
  const empty = { zh: '', en: '' }
  const marks = { normal: 0, vip: 1, pro: 1, kol: 1, op: 1 }
  return { order: String(nextOrder), content: empty, detail: empty, flags: marks }
}
