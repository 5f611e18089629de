import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../locales/translate.ts'
import { Marquee } from '../../ui/text/marquee.tsx'
import { preferredLanguage } from '../../locales/index.ts'
import { announcementQuery } from '../portal/portal.queries.ts'

/** B2: the first announcement, scrolling; the default words when there is none or the portal does not answer. */
export function Announcement() {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(announcementQuery(preferredLanguage()))
  const text = isPending ? '' : (data ?? t(($) => $.shell.defaultAnnouncement))
  return <Marquee label={t(($) => $.shell.announcement)} text={text} />
}
