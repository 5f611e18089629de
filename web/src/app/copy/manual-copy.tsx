import { useRef, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { SelectableField } from '../../ui/text/selectable-field.tsx'
import { manualCopyStore } from './manual-copy-store.ts'
import { modifierKey } from '../shell/platform.ts'
import { useStore } from '../../ui/state/store.ts'

/** The text the browser would not copy, selected and ready for the keyboard. */
export function CopyByHand() {
  const text = useStore(manualCopyStore)
  const [last, setLast] = useState('')
  if (text !== null && text !== last) setLast(text)
  const field = useRef<HTMLInputElement>(null)
  const { t } = useTranslation()
  return (
    <Dialog
      open={text !== null}
      onClose={() => manualCopyStore.set(null)}
      title={t(($) => $.common.copyByHand)}
      initialFocus={field}
    >
      <Stack>
        <p>{t(($) => $.common.copyByHandHint, { keys: `${modifierKey()}+C` })}</p>
        <SelectableField ref={field} label={t(($) => $.common.copyText)} text={text ?? last} />
      </Stack>
    </Dialog>
  )
}
