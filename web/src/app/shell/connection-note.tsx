import { useTranslation } from '../../locales/translate.ts'
import { Note } from '../../ui/messages/note.tsx'
import { BannerSlot } from '../../ui/layout/shell-frame.tsx'
import { onlineStore } from '../browser/connection.ts'
import { useStore } from '../../ui/state/store.ts'

/** Shows a note while there is no connection. The content of the page remains. */
export function ConnectionNote() {
  const { t } = useTranslation()
  if (useStore(onlineStore)) return null
  return (
    <BannerSlot>
      <Note tone="warn">
        {t(($) => $.shell.noConnection)} · {t(($) => $.shell.noConnectionHint)}
      </Note>
    </BannerSlot>
  )
}
