import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField, type BilingualText } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'

/** Maximum characters of a maintenance text. */
const textMax = 200
const emptyText: BilingualText = { zh: '', en: '' }

interface MaintainDialogProps {
  open: boolean
  onClose: () => void
  /** The name of the item under maintenance. */
  name: string
  of: MaintenanceTarget
  save: (text: BilingualText, revision: number | undefined) => Promise<void>
  /** All of them as they are stored now, where two operators can change them. */
  newest?: () => Promise<MaintenanceTarget[]>
}

interface MaintenanceTarget {
  id: string
  revision: number
  /** The maintenance text; null if there is no maintenance. */
  text: BilingualText | null
}

/** G20: begins a maintenance, or changes what players read of it. */
export function MaintenanceDialog({ open, onClose, name, of, save, newest }: MaintainDialogProps) {
  const { t } = useTranslation()
  const draft = useDraft({
    keepAs: 'maintenance',
    item: of,
    fieldsOf: (item: MaintenanceTarget | null) => ({ text: item?.text ?? emptyText }),
    newest: async () => (await newest?.()) ?? [],
    names: { text: t(($) => $.adminRentals.maintain.text) },
  })
  const { fields, change, revision } = draft
  const action = useSave({ ...draft, id: newest ? draft.id : undefined }, async () => {
    await save(fields.text, revision)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.maintain.begun) })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminRentals.maintain.title, { name })}
      changed={draft.changed}
      onSave={() => void action.run()}
      action={action}
      saveLabel={t(($) =>
        of.text === null ? $.adminRentals.maintain.begin : $.adminRentals.maintain.change,
      )}
      draft={draft}
    >
      <BilingualField
        label={t(($) => $.adminRentals.maintain.text)}
        value={fields.text}
        onChange={(text) => change({ text })}
        max={textMax}
        lines={2}
      />
      <FormText small>{t(($) => $.adminRentals.maintain.help)}</FormText>
    </FormDialog>
  )
}
