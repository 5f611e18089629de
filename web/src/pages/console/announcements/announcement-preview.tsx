import type { OperatorAnnouncement } from '@clutch/contract/api/content/operator-announcements.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Facts } from '../../../ui/tables/facts.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Marquee } from '../../../ui/text/marquee.tsx'

/** B2: what players see of the announcements: the first that has a text in their language. */
export function AnnouncementPreview({ announcements }: { announcements: readonly OperatorAnnouncement[] }) {
  const { t } = useTranslation()
  const line = (language: 'zh' | 'en', name: string) => {
    const first = announcements.find(({ text }) => text[language].trim() !== '')
    return {
      name,
      text: first ? (
        <Marquee label={name} text={first.text[language]} />
      ) : (
        t(($) => $.adminWords.announcements.defaultWords)
      ),
    }
  }
  return (
    <Panel title={t(($) => $.adminWords.announcements.shown)}>
      <Facts
        facts={[
          line(
            'zh',
            t(($) => $.adminWords.zh),
          ),
          line(
            'en',
            t(($) => $.adminWords.en),
          ),
        ]}
      />
    </Panel>
  )
}
