import type { OperatorAnnouncement } from '@clutch/contract/api/content/operator-announcements.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Panel, Row } from '../../../ui/layout/layout.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import type { Column } from '../kit/list/columns.ts'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { announcementsQuery, removeAnnouncement } from './announcements.queries.ts'
import { useEditing } from '../kit/forms/use-editing.ts'
import { Facts } from '../../../ui/tables/facts.tsx'
import { Marquee } from '../../../ui/text/marquee.tsx'

/** B2: what players read at the top of every page, in the order they are told. */
export function AnnouncementsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const { data, isFetching, error, refetch } = useQuery(announcementsQuery)
  const editing = useEditing<OperatorAnnouncement>()
  const { ask, asking } = useConfirmation()
  const label = t(($) => $.adminWords.announcements.list)
  const remove = (announcement: OperatorAnnouncement) =>
    ask({
      title: t(($) => $.adminWords.announcements.removeTitle),
      message: say(announcement.text),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removeAnnouncement(announcement)
        await client.invalidateQueries(announcementsQuery)
      },
    })
  return (
    <ConsolePage>
      {data && <AnnouncementPreview announcements={data} />}
      <LocalList
        label={label}
        columns={useColumns()}
        keyOf={({ id }) => id}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          title: t(($) => $.adminWords.announcements.none),
          next: t(($) => $.adminWords.announcements.noneNext),
        }}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {t(($) => $.adminWords.announcements.add)}
          </Button>
        }
        rowActions={(row) => (
          <Row gap="xs">
            <IconButton
              icon="pencil"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.edit)}
              onClick={() => editing.edit(row)}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.admin.form.remove)}
              onClick={() => remove(row)}
            />
          </Row>
        )}
      />
      <AnnouncementDialog
        key={editing.turn}
        open={editing.open}
        announcement={editing.thing}
        lowest={Math.min(0, ...(data ?? []).map(({ position }) => position))}
        onClose={editing.close}
      />
      {asking}
    </ConsolePage>
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
