import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import { isRegionCode } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { MaintenanceDialog } from './maintenance-dialog.tsx'
import { cordonRegion } from './jobs/jobs.queries.ts'
import { RegionDialog } from './region-dialog.tsx'
import {
  endRegionMaintenance,
  startRegionMaintenance,
  fetchRegions,
  regionsQuery,
  removeRegion,
} from './rentals.queries.ts'
import { useLocalizedText } from './rental-text.ts'

type RegionState = 'maintained' | 'cordoned' | 'noHost' | 'closed' | 'full' | 'open' | 'hidden'
const states = [
  'open',
  'full',
  'closed',
  'noHost',
  'maintained',
  'cordoned',
  'hidden',
] as const satisfies readonly RegionState[]
const tones: Record<RegionState, StatusTone> = {
  open: 'good',
  full: 'busy',
  closed: 'muted',
  noHost: 'bad',
  maintained: 'moving',
  cordoned: 'busy',
  hidden: 'muted',
}

/** Whether players can rent in a region, and what keeps them from it. */
function getRegionState({
  hidden,
  maintenance,
  cordoned,
  capacity,
  served,
  used,
}: OperatorRegion): RegionState {
  if (hidden) return 'hidden'
  if (maintenance !== null) return 'maintained'
  if (cordoned !== null) return 'cordoned'
  if (capacity === 0) return 'closed'
  if (!served) return 'noHost'
  return used < capacity ? 'open' : 'full'
}

/** J, G23: The regions for servers, their capacity, and their maintenance. */
export function RegionsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(regionsQuery)
  const say = useLocalizedText()
  const { rowActions, dialogs } = useRegionActions()
  const [adding, setAdding] = useState(false)
  const unserved = data?.filter(({ hidden, capacity, served }) => !hidden && capacity > 0 && !served) ?? []
  return (
    <ConsolePage>
      {unserved.length > 0 && (
        <Note tone="warn">
          {t(($) => $.adminRentals.regions.noHostNote, {
            regions: unserved.map(({ name }) => say(name)).join(t(($) => $.admin.list.between)),
          })}
        </Note>
      )}
      <LocalList
        label={t(($) => $.adminRentals.regions.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ code }) => code}
        sortedBy="position"
        filters={[
          {
            id: 'state',
            label: t(($) => $.adminRentals.regions.state),
            options: states.map((state) => ({
              value: state,
              text: t(($) => $.adminRentals.regions[state]),
            })),
          },
        ]}
        passes={(region, _, value) => getRegionState(region) === value}
        rowActions={rowActions}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t(($) => $.adminRentals.regions.add)}
          </Button>
        }
      />
      {adding && <RegionDialog region={null} onClose={() => setAdding(false)} />}
      {dialogs}
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorRegion>[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  return [
    { id: 'name', title: t(($) => $.adminRentals.region), value: ({ name }) => say(name) },
    { id: 'code', title: t(($) => $.adminRentals.regions.code), value: ({ code }) => code },
    {
      id: 'group',
      title: t(($) => $.adminRentals.regions.group),
      value: ({ group }) => t(($) => $.adminRentals.regions.groups[group]),
    },
    {
      id: 'position',
      title: t(($) => $.adminRentals.regions.position),
      value: ({ position }) => position,
      end: true,
    },
    {
      id: 'capacity',
      title: t(($) => $.adminRentals.regions.capacity),
      value: ({ capacity }) => capacity,
      end: true,
    },
    { id: 'used', title: t(($) => $.adminRentals.regions.used), value: ({ used }) => used, end: true },
    {
      id: 'recommended',
      title: t(($) => $.adminRentals.regions.recommended),
      value: ({ recommended }) => (recommended ? t(($) => $.adminRentals.regions.yes) : ''),
    },
    {
      id: 'state',
      title: t(($) => $.adminRentals.regions.state),
      value: (region) => t(($) => $.adminRentals.regions[getRegionState(region)]),
      cell: (region) => (
        <Status tone={tones[getRegionState(region)]}>
          {t(($) => $.adminRentals.regions[getRegionState(region)])}
        </Status>
      ),
    },
    {
      id: 'maintenance',
      title: t(($) => $.adminRentals.maintain.text),
      value: ({ maintenance }) =>
        maintenance === null
          ? ''
          : `${say(maintenance.text)} (${t(($) => $.adminRentals.maintain.since, { time: formatConsoleTime(maintenance.since) })})`,
      grow: true,
    },
  ]
}

function toMaintenanceTarget({ code, revision, maintenance }: OperatorRegion) {
  return { id: code, revision, text: maintenance?.text ?? null }
}

/** Returns the actions on a region, and their dialogs. */
function useRegionActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const { ask, asking } = useConfirmation()
  const [opened, setOpened] = useState<{ what: 'edit' | 'maintain'; region: OperatorRegion } | null>(null)
  const close = () => setOpened(null)
  const askEnd = (region: OperatorRegion) =>
    ask({
      title: t(($) => $.adminRentals.maintain.stopTitle, { name: say(region.name) }),
      message: t(($) => $.adminRentals.maintain.stopMessage),
      action: t(($) => $.adminRentals.maintain.stop),
      run: async () => {
        await endRegionMaintenance(client, region)
        showToast({ tone: 'good', title: t(($) => $.adminRentals.maintain.stopped) })
      },
    })
  const askCordon = ({ code, name, cordoned }: OperatorRegion) => {
    const isCordoning = cordoned === null
    ask({
      title: t(($) => $.adminRentals.hosts[isCordoning ? 'cordonTitle' : 'uncordonTitle'], {
        hostName: say(name),
      }),
      message: t(($) => $.adminRentals.regions[isCordoning ? 'cordonMessage' : 'uncordonMessage']),
      action: t(($) => $.adminRentals.hosts[isCordoning ? 'cordon' : 'uncordon']),
      run: () => cordonRegion(client, code, isCordoning),
    })
  }
  const askRemove = (region: OperatorRegion) =>
    ask({
      title: t(($) => $.adminRentals.regions.removeTitle, { name: say(region.name) }),
      message: t(($) => $.adminRentals.regions.removeMessage),
      action: t(($) => $.adminRentals.regions.remove),
      run: () => removeRegion(client, region),
    })
  return {
    rowActions: (region: OperatorRegion) => (
      <span>
        <Button size="sm" onClick={() => setOpened({ what: 'edit', region })}>
          {t(($) => $.admin.form.edit)}
        </Button>
        <Button size="sm" onClick={() => setOpened({ what: 'maintain', region })}>
          {t(($) => $.adminRentals.acts.maintain)}
        </Button>
        {region.maintenance !== null && (
          <Button size="sm" onClick={() => askEnd(region)}>
            {t(($) => $.adminRentals.maintain.stop)}
          </Button>
        )}
        <Button size="sm" onClick={() => askCordon(region)}>
          {t(($) => $.adminRentals.hosts[region.cordoned === null ? 'cordon' : 'uncordon'])}
        </Button>
        {!isRegionCode(region.code) && region.used === 0 && (
          <Button size="sm" variant="risky" onClick={() => askRemove(region)}>
            {t(($) => $.adminRentals.regions.remove)}
          </Button>
        )}
      </span>
    ),
    dialogs: (
      <>
        {asking}
        {opened?.what === 'edit' && (
          <RegionDialog key={opened.region.code} region={opened.region} onClose={close} />
        )}
        {opened?.what === 'maintain' && (
          <MaintenanceDialog
            key={opened.region.code}
            open
            onClose={close}
            name={say(opened.region.name)}
            of={toMaintenanceTarget(opened.region)}
            save={(text, revision) => startRegionMaintenance(client, { ...opened.region, revision }, text)}
            newest={async () => (await fetchRegions(client)).map(toMaintenanceTarget)}
          />
        )}
      </>
    ),
  }
}
