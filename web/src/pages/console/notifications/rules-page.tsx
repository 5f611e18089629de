import type { Rule } from '@clutch/contract/api/notifications/operator-rules.ts'
import { eventKinds } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ResourcePage } from '../kit/list/resource-page.tsx'
import { useLocalizedText } from '../rentals/rental-text.ts'
import { channelsQuery, removeRule, rulesQuery } from './notifications.queries.ts'
import { formatMinute } from './quiet-hours.ts'
import { RuleDialog } from './rule-dialog.tsx'

/** The rules by which events go to channels. */
export function RulesPage() {
  const { t } = useTranslation()
  return (
    <ResourcePage
      query={rulesQuery}
      label={t(($) => $.adminNotifications.rules.list)}
      columns={useColumns()}
      keyOf={({ id }) => id}
      empty={{
        title: t(($) => $.adminNotifications.rules.none),
        next: t(($) => $.adminNotifications.rules.noneNext),
      }}
      addText={t(($) => $.adminNotifications.rules.add)}
      removal={{
        title: ({ name }) => t(($) => $.adminNotifications.rules.removeTitle, { name }),
        message: () => t(($) => $.adminNotifications.rules.removeText),
        run: removeRule,
      }}
      renderDialog={({ open, item, onClose }) => <RuleDialog open={open} rule={item} onClose={onClose} />}
    />
  )
}

function useColumns(): Column<Rule>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const { data: channels = [] } = useQuery(channelsQuery)
  const stateName = ({ enabled }: Rule) =>
    enabled ? t(($) => $.adminNotifications.rules.on) : t(($) => $.adminNotifications.rules.off)
  return [
    { id: 'name', title: t(($) => $.adminNotifications.rules.name), value: ({ name }) => name },
    {
      id: 'kinds',
      title: t(($) => $.adminNotifications.rules.kinds),
      value: ({ kinds }) =>
        kinds.length > 3
          ? t(($) => $.adminNotifications.rules.kindCount, { count: kinds.length })
          : kinds.map((kind) => say(eventKinds[kind].name)).join(t(($) => $.admin.list.between)),
      grow: true,
    },
    {
      id: 'channel',
      title: t(($) => $.adminNotifications.rules.channel),
      value: ({ channelId }) => channels.find(({ id }) => id === channelId)?.name ?? '',
    },
    {
      id: 'minSeverity',
      title: t(($) => $.adminNotifications.rules.minSeverity),
      value: ({ minSeverity }) => t(($) => $.adminNotifications.rules.severities[minSeverity]),
    },
    {
      id: 'digest',
      title: t(($) => $.adminNotifications.rules.digest),
      value: ({ digestMinutes }) => t(($) => $.adminNotifications.rules.digests[digestMinutes]),
    },
    {
      id: 'quiet',
      title: t(($) => $.adminNotifications.rules.quiet),
      value: ({ quiet }) =>
        quiet === null
          ? t(($) => $.adminNotifications.rules.quietNone)
          : `${formatMinute(quiet.from)}–${formatMinute(quiet.to)}`,
    },
    {
      id: 'state',
      title: t(($) => $.adminNotifications.rules.state),
      value: stateName,
      cell: (rule) => <Status tone={rule.enabled ? 'good' : 'muted'}>{stateName(rule)}</Status>,
    },
  ]
}
