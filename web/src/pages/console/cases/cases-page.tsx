import type { Case } from '@clutch/contract/api/moderation/operator-cases.ts'
import { operatorListServers } from '@clutch/contract/api/servers/operator-servers.ts'
import { caseKinds } from '@clutch/contract/rules/moderation/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import type { Column, Filter } from '../kit/list/columns.ts'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { useMayCall } from '../kit/permissions.ts'
import { serversQuery } from '../servers/servers.queries.ts'
import { CaseStatus, useCaseText } from './case-text.tsx'
import { casesKey, loadAllCases, loadCases } from './cases.queries.ts'

/** The moderation queue: reports, anomalies and appeals. */
export function CasesPage() {
  const { t } = useTranslation()
  return (
    <ConsolePage>
      <FormText>{t(($) => $.adminCases.lead)}</FormText>
      <RemoteList
        label={t(($) => $.adminCases.list)}
        queryKey={[...casesKey, 'list']}
        load={loadCases}
        loadAll={loadAllCases}
        sorts={['updated', 'opened', 'weight']}
        columns={useColumns()}
        filters={useFilters()}
        keyOf={({ id }) => id}
        everyMs={15_000}
        empty={{ title: t(($) => $.adminCases.none), next: t(($) => $.adminCases.noneNext) }}
      />
    </ConsolePage>
  )
}

function useColumns(): Column<Case>[] {
  const { t } = useTranslation()
  const words = useCaseText()
  return [
    {
      id: 'name',
      title: t(($) => $.adminCases.player),
      value: words.nameOf,
      cell: (item) => (
        <Stack gap="xs">
          <ConsoleLink to={`cases/${item.id}`}>{words.nameOf(item)}</ConsoleLink>
          {item.name !== '' && <Code>{item.steamId}</Code>}
        </Stack>
      ),
      fixed: true,
    },
    {
      id: 'kind',
      title: t(($) => $.adminCases.kind),
      value: ({ kind }) => t(($) => $.adminCases.kinds[kind]),
    },
    { id: 'content', title: t(($) => $.adminCases.content), value: words.content, grow: true },
    { id: 'weight', title: t(($) => $.adminCases.weight), value: ({ weight }) => weight || null, end: true },
    { id: 'server', title: t(($) => $.adminCases.server), value: ({ server }) => server?.name ?? '-' },
    {
      id: 'state',
      title: t(($) => $.adminCases.assignee),
      value: words.assignee,
      cell: (item) => <CaseStatus item={item} />,
    },
    {
      id: 'updated',
      title: t(($) => $.adminCases.updated),
      value: ({ updated, closed }) => formatConsoleTime(closed ?? updated),
    },
    { id: 'opened', title: t(($) => $.adminCases.opened), value: ({ opened }) => formatConsoleTime(opened) },
    {
      id: 'outcome',
      title: t(($) => $.adminCases.outcome),
      value: ({ outcome }) => (outcome === null ? '' : t(($) => $.adminCases.outcomes[outcome])),
      exported: true,
    },
    { id: 'steamId', title: t(($) => $.adminCases.steamId), value: ({ steamId }) => steamId, exported: true },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  const mayRead = useMayCall()(operatorListServers)
  const { data = [] } = useQuery({ ...serversQuery, enabled: mayRead })
  return [
    {
      id: 'state',
      label: t(($) => $.adminCases.state),
      otherwise: t(($) => $.adminCases.states.open),
      options: [{ value: 'closed', text: t(($) => $.adminCases.states.closed) }],
    },
    {
      id: 'assigned',
      label: t(($) => $.adminCases.assignee),
      options: [
        { value: 'me', text: t(($) => $.adminCases.mine) },
        { value: 'none', text: t(($) => $.adminCases.unassigned) },
      ],
    },
    {
      id: 'kind',
      label: t(($) => $.adminCases.kind),
      options: caseKinds.map((value) => ({ value, text: t(($) => $.adminCases.kinds[value]) })),
    },
    ...(data.length === 0
      ? []
      : [
          {
            id: 'server',
            label: t(($) => $.adminCases.server),
            options: data.map(({ id, name }) => ({ value: id, text: name })),
          },
        ]),
  ]
}
