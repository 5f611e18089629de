import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSame } from '../../../app/is-same.ts'
import { useAction } from '../../../app/use-action.ts'
import { FormText } from '../../../ui/form.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BothLanguages, type InBoth } from '../kit/both-languages.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'

/** Characters of what is said of a maintenance. */
const textMax = 200
const nothing: InBoth = { zh: '', en: '' }

interface MaintainDialogProps {
  open: boolean
  onClose: () => void
  /** Of what. */
  name: string
  /** What is said of it now; null while there is no maintenance. */
  text: InBoth | null
  save: (text: InBoth) => Promise<void>
  /** Somebody else was faster: answers what they wrote. */
  loadNewest?: (() => Promise<InBoth | null>) | undefined
}

/** G20: begins a maintenance, or changes what players read of it. */
export function MaintainDialog({ open, onClose, name, text, save, loadNewest }: MaintainDialogProps) {
  const { t } = useTranslation()
  const [first, setFirst] = useState<InBoth>(text ?? nothing)
  const [typed, setTyped] = useState(first)
  const action = useAction(async () => {
    await save(typed)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.maintain.begun) })
    onClose()
  })
  const newest = async () => {
    const written = (await loadNewest?.()) ?? nothing
    setFirst(written)
    setTyped(written)
    action.clear()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminRentals.maintain.title, { name })}
      changed={!isSame(first, typed)}
      onSave={() => void action.run()}
      action={action}
      saveLabel={t(($) => (text === null ? $.adminRentals.maintain.begin : $.adminRentals.maintain.change))}
      onLoadNewest={loadNewest && (() => void newest())}
    >
      <BothLanguages
        label={t(($) => $.adminRentals.maintain.text)}
        value={typed}
        onChange={setTyped}
        max={textMax}
        lines={2}
      />
      <FormText small>{t(($) => $.adminRentals.maintain.help)}</FormText>
    </FormDialog>
  )
}
