import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Note } from '../../ui/messages/note.tsx'
import { BannerSlot } from '../../ui/layout/shell-frame.tsx'
import { onlineStore } from '../api/connection.ts'

/** Says that there is no connection, as long as there is none. What the page shows stays. */
export function ConnectionNote() {
  const { t } = useTranslation()
  if (useSyncExternalStore(onlineStore.subscribe, onlineStore.get)) return null
  return (
    <BannerSlot>
      <Note tone="warn">
        {t(($) => $.shell.noConnection)} · {t(($) => $.shell.noConnectionHint)}
      </Note>
    </BannerSlot>
  )
}
