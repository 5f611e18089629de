import { useQuery } from '@tanstack/react-query'
import { Note } from '../../ui/messages/note.tsx'
import { BannerSlot } from '../../ui/layout/shell-frame.tsx'
import { usePortal } from '../portal/portal-context.ts'
import { maintenanceQuery } from './maintenance.queries.ts'
import { pageLanguage } from '../../locales/translate.ts'

/** The banner of maintenance, in the other language where there is no text in this. */
export function MaintenanceBanner() {
  const { data } = useQuery(maintenanceQuery(usePortal().maintenance))
  if (data === null) return null
  const text = data[pageLanguage()].trim()
  return (
    <BannerSlot>
      <Note tone="busy">{text === '' ? `${data.zh}${data.en}`.trim() : text}</Note>
    </BannerSlot>
  )
}
