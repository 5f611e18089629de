import { ResourcePage } from '../kit/list/resource-page.tsx'
import type { OperatorAnnouncement } from '@clutch/contract/api/content/operator-announcements.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Panel } from '../../../ui/layout/layout.tsx'
import type { Column } from '../kit/list/columns.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { announcementsQuery, removeAnnouncement } from './announcements.queries.ts'
import { Facts } from '../../../ui/tables/facts.tsx'
import { Marquee } from '../../../ui/text/marquee.tsx'

/** B2: The announcements at the top of every page, in display order. */
export function AnnouncementsPage() {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return (
    <ResourcePage
      query={announcementsQuery}
      label={t(($) => $.adminWords.announcements.list)}
      columns={useColumns()}
      keyOf={({ id }) => id}
      empty={{
        title: t(($) => $.adminWords.announcements.none),
        next: t(($) => $.adminWords.announcements.noneNext),
      }}
      addText={t(($) => $.adminWords.announcements.add)}
      removal={{
        title: () => t(($) => $.adminWords.announcements.removeTitle),
        message: ({ text }) => say(text),
        run: removeAnnouncement,
      }}
      renderBefore={(rows) => rows && <AnnouncementPreview announcements={rows} />}
      renderDialog={({ open, item, rows, onClose }) => (
        <AnnouncementDialog
          open={open}
          announcement={item}
          lowest={Math.min(0, ...rows.map(({ position }) => position))}
          onClose={onClose}
        />
      )}
    />
  )
}

function useColumns(): Column<OperatorAnnouncement>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'zh',
      title: t(($) => $.adminWords.zh),
      value: ({ text }) => text.zh,
      grow: true,
    },
    { id: 'en', title: t(($) => $.adminWords.en), value: ({ text }) => text.en, grow: true },
    { id: 'position', title: t(($) => $.adminWords.position), value: ({ position }) => position, end: true },
    {
      id: 'created',
      title: t(($) => $.adminWords.created),
      value: ({ created }) => formatConsoleTime(created),
    },
  ]
}

/** B2: what players see of the announcements: the first that has a text in their language. */
function AnnouncementPreview({ announcements }: { announcements: readonly OperatorAnnouncement[] }) {
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
