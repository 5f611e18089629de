import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { LocalList } from '../kit/list/local-list.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { DrainDialog } from './jobs/job-dialogs.tsx'
import { cordonHost } from './jobs/jobs.queries.ts'
import { JobsPanel } from './jobs/jobs-panel.tsx'
import { hostsQuery, type HostView } from './rentals.queries.ts'
import { useRegionName } from './rental-text.ts'

/** The number of servers of a host that are named; the server list names the others. */
const maxNamedServers = 6

/** J, R7: The hosts in the settings, their instances, and why a host cannot be reached. */
export function HostsPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(hostsQuery)
  const { rowActions, dialogs } = useHostActions()
  const everywhere = (data ?? []).filter(({ regions }) => regions.includes('*'))
  return (
    <ConsolePage>
      {everywhere.length > 0 && (
        <Note tone="info">
          {t(($) => $.adminRentals.hosts.onePlace, {
            hosts: everywhere.map(({ hostName }) => hostName).join(t(($) => $.admin.list.between)),
          })}
        </Note>
      )}
      <LocalList
        label={t(($) => $.adminRentals.hosts.label)}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        columns={useColumns()}
        keyOf={({ hostName }) => hostName}
        sortedBy="hostName"
        rowActions={rowActions}
        empty={{ title: t(($) => $.adminRentals.hosts.none) }}
      />
      <JobsPanel />
      {dialogs}
    </ConsolePage>
  )
}

function useColumns(): Column<HostView>[] {
  const { t } = useTranslation()
  const regionName = useRegionName()
  const state = useStateText()
  const places = ({ regions }: HostView) =>
    regions
      .map((code) => (code === '*' ? t(($) => $.adminRentals.hosts.every) : regionName(code)))
      .join(t(($) => $.admin.list.between))
  return [
    { id: 'hostName', title: t(($) => $.adminRentals.hostName), value: ({ hostName }) => hostName },
    {
      id: 'driver',
      title: t(($) => $.adminRentals.hosts.driver),
      value: ({ driver }) => driver,
      // A portal has one driver; without this column the actions fit beside the rest at 1440 px.
      exported: true,
    },
    { id: 'regions', title: t(($) => $.adminRentals.hosts.regions), value: places },
    {
      id: 'classes',
      title: t(($) => $.adminRentals.hosts.classes),
      value: ({ classes }) =>
        classes
          .map((hostClass) => t(($) => $.adminRentals.hosts.class[hostClass]))
          .join(t(($) => $.admin.list.between)),
    },
    {
      id: 'instances',
      title: t(($) => $.adminRentals.hosts.standing),
      value: ({ used, limits }) => formatUse(used.servers, limits.servers),
      end: true,
    },
    {
      id: 'memory',
      title: t(($) => $.adminRentals.hosts.memory),
      value: ({ used, limits }) => formatUse(toGigabytes(used.memoryMb), toGigabytes(limits.memoryMb)),
      end: true,
    },
    {
      id: 'cpus',
      title: t(($) => $.adminRentals.hosts.cpus),
      value: ({ used, limits }) => formatUse(used.cpus, limits.cpus),
      end: true,
    },
    {
      id: 'standing',
      title: t(($) => $.adminRentals.hosts.what),
      value: ({ standing }) => standing.map(({ number }) => number).join(' '),
      cell: (host) => <InstancesOnHost host={host} />,
      grow: true,
      fixed: true,
    },
    {
      id: 'listed',
      title: t(($) => $.adminRentals.hosts.listed),
      value: ({ listed }) =>
        listed === null ? t(($) => $.adminRentals.hosts.notYet) : formatConsoleTime(listed),
    },
    {
      id: 'state',
      title: t(($) => $.adminRentals.hosts.state),
      value: state,
      cell: (host) => <Status tone={getStateTone(host)}>{state(host)}</Status>,
    },
  ]
}

/** What is used of a limit; a dash for one that is not known. */
function formatUse(used: number | null, limit: number | null): string {
  return `${used ?? 0} / ${limit ?? '-'}`
}

function toGigabytes(megabytes: number | null): number | null {
  return megabytes === null ? null : Math.round(megabytes / 102.4) / 10
}

function getStateTone({ problem, cordoned }: HostView): StatusTone {
  if (problem !== '') return 'bad'
  return cordoned === null ? 'good' : 'busy'
}

/** Returns the actions on a host, and their dialogs. */
function useHostActions() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const [draining, setDraining] = useState<string | null>(null)
  const askCordon = ({ hostName, cordoned }: HostView) => {
    const isCordoning = cordoned === null
    ask({
      title: t(($) => $.adminRentals.hosts[isCordoning ? 'cordonTitle' : 'uncordonTitle'], { hostName }),
      message: t(($) => $.adminRentals.hosts[isCordoning ? 'cordonMessage' : 'uncordonMessage']),
      action: t(($) => $.adminRentals.hosts[isCordoning ? 'cordon' : 'uncordon']),
      run: () => cordonHost(client, hostName, isCordoning),
    })
  }
  return {
    rowActions: (host: HostView) => (
      <span>
        <Button size="sm" onClick={() => askCordon(host)}>
          {t(($) => $.adminRentals.hosts[host.cordoned === null ? 'cordon' : 'uncordon'])}
        </Button>
        <Button size="sm" onClick={() => setDraining(host.hostName)}>
          {t(($) => $.adminRentals.jobs.drain)}
        </Button>
      </span>
    ),
    dialogs: (
      <>
        {asking}
        {draining !== null && <DrainDialog hostName={draining} onClose={() => setDraining(null)} />}
      </>
    ),
  }
}

function useStateText(): (host: HostView) => string {
  const { t } = useTranslation()
  return ({ problem, cordoned }) => {
    if (problem === '' && cordoned !== null) return t(($) => $.adminRentals.hosts.cordoned)
    if (problem === '') return t(($) => $.adminRentals.hosts.reached)
    return problem === 'it is not in the settings any more' ? t(($) => $.adminRentals.hosts.gone) : problem
  }
}

/** The instances on a host, each with a link. */
function InstancesOnHost({ host: { hostName, standing } }: { host: HostView }) {
  const { t } = useTranslation()
  if (standing.length === 0) return '-'
  const more = standing.length - maxNamedServers
  return (
    <Row gap="s" wrap>
      {standing.slice(0, maxNamedServers).map(({ number }) => (
        <ConsoleLink key={number} to={`rentals/${number}`}>
          {number}
        </ConsoleLink>
      ))}
      {more > 0 && (
        <ConsoleLink to="rentals" query={{ hostName }}>
          {t(($) => $.adminRentals.hosts.more, { count: more })}
        </ConsoleLink>
      )}
    </Row>
  )
}
