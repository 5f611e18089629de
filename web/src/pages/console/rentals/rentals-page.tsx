import { rentalStatuses } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { OperatorRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column, Filter } from '../kit/list/columns.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { PlayerCell } from '../kit/player.tsx'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useChosenServers } from './jobs/chosen-servers.tsx'
import {
  rentalsPollMs,
  rentalsKey,
  loadAllRentals,
  loadRentals,
  hostsQuery,
  regionsQuery,
} from './rentals.queries.ts'
import { getStatusTone, useLocalizedText, useProblemText, useStatusText } from './rental-text.ts'

/** J: All rented servers: searched, filtered, sorted; updated while the page is visible. */
export function RentalsPage() {
  const { t } = useTranslation()
  const { selection, bar } = useChosenServers()
  return (
    <ConsolePage>
      <RemoteList
        selection={selection}
        bar={bar}
        queryKey={rentalsKey}
        load={loadRentals}
        loadAll={loadAllRentals}
        sorts={['created', 'expires']}
        everyMs={rentalsPollMs}
        label={t(($) => $.adminRentals.rentals)}
        columns={useColumns()}
        filters={useFilters()}
        keyOf={({ instance_id: number }) => number}
        empty={{ title: t(($) => $.adminRentals.none), next: t(($) => $.adminRentals.noneNext) }}
      />
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorRental>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const status = useStatusText()
  const problem = useProblemText()
  return [
    {
      id: 'number',
      title: t(($) => $.adminRentals.number),
      value: ({ instance_id: number }) => number,
      cell: ({ instance_id: number }) => <ConsoleLink to={`rentals/${number}`}>{number}</ConsoleLink>,
    },
    { id: 'name', title: t(($) => $.adminRentals.name), value: ({ instance_name: name }) => name },
    {
      id: 'owner',
      title: t(($) => $.adminRentals.owner),
      value: ({ ownerName, owner }) => ownerName || owner,
      cell: ({ ownerName, owner, userId }) => (
        <PlayerCell steamId={owner} name={ownerName} account={userId} />
      ),
    },
    { id: 'steamId', title: 'SteamID64', value: ({ owner }) => owner, exported: true },
    {
      id: 'status',
      title: t(($) => $.adminRentals.status),
      value: status,
      cell: (rental) => <RentalStatus rental={rental} />,
    },
    { id: 'region', title: t(($) => $.adminRentals.region), value: ({ region_name: name }) => say(name) },
    {
      id: 'kind',
      title: t(($) => $.adminRentals.kind),
      value: ({ relocatable }) => t(($) => $.adminRentals.kinds[relocatable === 1 ? 'relocatable' : 'fixed']),
      exported: true,
    },
    { id: 'hostName', title: t(($) => $.adminRentals.hostName), value: ({ hostName }) => hostName },
    {
      id: 'players',
      title: t(($) => $.adminRentals.players),
      value: ({ live }) => live?.players ?? null,
      end: true,
    },
    {
      id: 'created',
      title: t(($) => $.adminRentals.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'expires',
      title: t(($) => $.adminRentals.expires),
      value: ({ expires }) => formatConsoleTime(expires),
    },
    {
      id: 'problem',
      title: t(($) => $.adminRentals.problem),
      value: (rental) => problem(rental.problem),
      grow: true,
    },
  ]
}

/** The word of a rental with its colour, and whether it is under maintenance. */
export function RentalStatus({ rental }: { rental: OperatorRental }) {
  const { t } = useTranslation()
  const word = useStatusText()
  return (
    <Row gap="s">
      <Status tone={rental.takenBack ? 'muted' : getStatusTone(rental)} pulse={rental.status === 'RUNNING'}>
        {word(rental)}
      </Status>
      {rental.maintenance !== null && <Status tone="moving">{t(($) => $.adminRentals.maintained)}</Status>}
    </Row>
  )
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const regions = useQuery(regionsQuery).data ?? []
  const hosts = useQuery(hostsQuery).data ?? []
  return [
    {
      id: 'status',
      label: t(($) => $.adminRentals.status),
      options: rentalStatuses.map((status) => ({
        value: status,
        text: t(($) => $.adminRentals.statuses[status]),
      })),
    },
    {
      id: 'region',
      label: t(($) => $.adminRentals.region),
      options: regions.map(({ code, name }) => ({ value: code, text: say(name) })),
    },
    {
      id: 'kind',
      label: t(($) => $.adminRentals.kind),
      options: (['relocatable', 'fixed'] as const).map((kind) => ({
        value: kind,
        text: t(($) => $.adminRentals.kinds[kind]),
      })),
    },
    {
      id: 'hostName',
      label: t(($) => $.adminRentals.hostName),
      options: hosts.map(({ hostName }) => ({ value: hostName, text: hostName })),
    },
    {
      id: 'trouble',
      label: t(($) => $.adminRentals.troubles.label),
      options: [
        { value: 'true', text: t(($) => $.adminRentals.troubles.yes) },
        { value: 'false', text: t(($) => $.adminRentals.troubles.no) },
      ],
    },
  ]
}
