import { configGroups, configSources } from '@clutch/contract/api/console/console.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Facts } from '../../../ui/tables/facts.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Code } from '../../../ui/text/text.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { programQuery, type ProgramInfo } from './configuration.queries.ts'
import styles from './config-description.module.css'

type ConfigSetting = ProgramInfo['settings'][number]

/** J: Every setting the portal was started with, its meaning and its source. */
export function ConfigurationPage() {
  const { t } = useTranslation()
  const { data, isFetching, error, refetch } = useQuery(programQuery)
  return (
    <ConsolePage>
      {data && <ProgramFacts program={data} />}
      <Note tone="info">{t(($) => $.adminOverview.settings.about)}</Note>
      <LocalList
        label={t(($) => $.adminOverview.settings.list)}
        columns={useColumns()}
        keyOf={({ name }) => name}
        rows={data?.settings}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        filters={[
          {
            id: 'group',
            label: t(($) => $.adminOverview.settings.group),
            options: configGroups.map((value) => ({
              value,
              text: t(($) => $.adminOverview.settings.groups[value]),
            })),
          },
          {
            id: 'source',
            label: t(($) => $.adminOverview.settings.source),
            options: configSources.map((value) => ({
              value,
              text: t(($) => $.adminOverview.settings.sources[value]),
            })),
          },
        ]}
        passes={(setting, filter, value) => setting[filter === 'group' ? 'group' : 'source'] === value}
      />
    </ConsolePage>
  )
}

function ProgramFacts({ program }: { program: ProgramInfo }) {
  const { t } = useTranslation()
  const { version, database, embedded, node, publicUrl, roles, started } = program
  return (
    <Panel title={t(($) => $.adminOverview.settings.program)}>
      <Facts
        facts={[
          { name: t(($) => $.adminOverview.settings.version), text: `Clutch ${version}` },
          {
            name: t(($) => $.adminOverview.settings.database),
            text: embedded
              ? t(($) => $.adminOverview.settings.embedded, { version: database })
              : t(($) => $.adminOverview.settings.external, { version: database }),
          },
          { name: t(($) => $.adminOverview.settings.node), text: node },
          { name: t(($) => $.adminOverview.settings.address), text: publicUrl },
          { name: t(($) => $.adminOverview.settings.roles), text: roles.join(', ') },
          { name: t(($) => $.adminOverview.settings.started), text: formatConsoleTime(started) },
        ]}
      />
    </Panel>
  )
}

function useColumns(): Column<ConfigSetting>[] {
  const { t, i18n } = useTranslation()
  const valueOf = ({ secret, source, value }: ConfigSetting) => {
    if (source === 'unset') return t(($) => $.adminOverview.settings.notSet)
    if (secret) return source === 'derived' ? '-' : t(($) => $.adminOverview.settings.set)
    return value ?? '-'
  }
  const docOf = ({ doc }: ConfigSetting) => doc[i18n.language === 'zh' ? 'zh' : 'en']
  return [
    {
      id: 'name',
      title: t(($) => $.adminOverview.settings.name),
      value: ({ name }) => name,
      cell: ({ name }) => <Code>{name}</Code>,
    },
    {
      id: 'meaning',
      title: t(($) => $.adminOverview.settings.meaning),
      value: docOf,
      cell: (setting) => <ConfigDescription text={docOf(setting)} />,
      grow: true,
      fixed: true,
    },
    { id: 'value', title: t(($) => $.adminOverview.settings.value), value: valueOf },
    {
      id: 'source',
      title: t(($) => $.adminOverview.settings.source),
      value: ({ source }) => t(($) => $.adminOverview.settings.sources[source]),
    },
    {
      id: 'group',
      title: t(($) => $.adminOverview.settings.group),
      value: ({ group }) => t(($) => $.adminOverview.settings.groups[group]),
    },
  ]
}

/** The description of a setting, over several lines if needed; text between backticks is shown as code. */
function ConfigDescription({ text }: { text: string }) {
  return (
    <span className={styles.meaning}>
      {text.split('`').map((part, place) =>
        // The parts of a text have no other name than their place.
        // oxlint-disable-next-line react/no-array-index-key
        place % 2 === 1 ? <Code key={place}>{part}</Code> : part,
      )}
    </span>
  )
}
