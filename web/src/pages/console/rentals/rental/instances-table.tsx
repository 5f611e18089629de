import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Panel, Stack } from '../../../../ui/layout/layout.tsx'
import type { RentalFile } from '../rentals.queries.ts'
import { formatExactTime, useRegionName, useDurationText } from '../rental-text.ts'

type InstanceRow = RentalFile['instances'][number]

const states = ['placed', 'starting', 'ready', 'stopping', 'removed'] as const

/** All past and current instances of a rental, and how long each step took. */
export function InstancesTable({ places, current }: { places: readonly InstanceRow[]; current: number }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminRentals.rental.places)
  const columns = useColumns()
  return (
    <Panel title={title} padded={false}>
      {places.length === 0 ? (
        <EmptyState icon="place" title={t(($) => $.adminRentals.rental.noPlaces)} />
      ) : (
        <DataTable
          flush
          label={title}
          columns={columns}
          rows={places}
          keyOf={({ generation }) => String(generation)}
          current={String(current)}
        />
      )}
    </Panel>
  )
}

function useColumns() {
  const { t } = useTranslation()
  const regionName = useRegionName()
  const state = useStateText()
  const after = useElapsedCell()
  return [
    {
      id: 'generation',
      title: t(($) => $.adminRentals.rental.generation),
      cell: ({ generation }: InstanceRow) => generation,
    },
    { id: 'state', title: t(($) => $.adminRentals.rental.state), cell: state },
    {
      id: 'region',
      title: t(($) => $.adminRentals.region),
      cell: ({ region }: InstanceRow) => regionName(region),
    },
    {
      id: 'hostName',
      title: t(($) => $.adminRentals.hostName),
      cell: ({ hostName, driver }: InstanceRow) => `${hostName} (${driver})`,
    },
    {
      id: 'address',
      title: t(($) => $.adminRentals.rental.address),
      cell: ({ publicAddress, port }: InstanceRow) => `${publicAddress}:${port}`,
    },
    {
      id: 'made',
      title: t(($) => $.adminRentals.rental.made),
      cell: ({ created }: InstanceRow) => formatExactTime(created),
      end: true,
    },
    {
      id: 'started',
      title: t(($) => $.adminRentals.rental.started),
      cell: ({ started, created }: InstanceRow) => after(started, created),
      end: true,
    },
    {
      id: 'ready',
      title: t(($) => $.adminRentals.rental.ready),
      cell: ({ ready, started, created }: InstanceRow) => after(ready, started ?? created),
      end: true,
    },
    {
      id: 'removed',
      title: t(($) => $.adminRentals.rental.removed),
      cell: ({ removed, created }: InstanceRow) => after(removed, created, true),
      end: true,
    },
  ]
}

function useStateText(): (place: InstanceRow) => string {
  const { t } = useTranslation()
  return ({ state }) => {
    const known = states.find((one) => one === state)
    return known === undefined ? state : t(($) => $.adminRentals.rental.states[known])
  }
}

/** A moment, and below it how long after another it came; `whole` counts what lies between them as a life. */
function useElapsedCell(): (at: number | null, from: number, whole?: boolean) => ReactNode {
  const { t } = useTranslation()
  const span = useDurationText()
  return (at, from, whole = false) => {
    if (at === null) return '-'
    // An instance that restarted after it was ready has no startup time.
    if (at < from) return formatExactTime(at)
    const time = span(at - from)
    const label = whole
      ? t(($) => $.adminRentals.rental.lived, { time })
      : t(($) => $.adminRentals.rental.after, { time })
    return (
      <Stack gap="xs">
        <span>{formatExactTime(at)}</span>
        <span>{label}</span>
      </Stack>
    )
  }
}
