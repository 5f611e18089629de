import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Note } from '../../ui/note.tsx'
import { BannerPlace } from '../../ui/shell-frame.tsx'
import { connected } from '../connection.ts'

/** Says that there is no connection, as long as there is none. What the page shows stays. */
export function ConnectionNote() {
  const { t } = useTranslation()
  if (useSyncExternalStore(connected.subscribe, connected.get)) return null
  return (
    <BannerPlace>
      <Note tone="warn">
        {t(($) => $.shell.noConnection)} · {t(($) => $.shell.noConnectionHint)}
      </Note>
    </BannerPlace>
  )
}
