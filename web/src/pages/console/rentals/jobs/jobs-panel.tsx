import type { FleetJob } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { PanelBody } from '../../../../ui/layout/panel-head.tsx'
import { Progress } from '../../../../ui/loading/progress.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Status, type StatusTone } from '../../../../ui/status/status-dot.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { useProblemText, useRegionName } from '../rental-text.ts'
import { JobDeadlineDialog, RestartDialog } from './job-dialogs.tsx'
import { cancelJob, jobsQuery } from './jobs.queries.ts'

type JobServer = FleetJob['servers'][number]

const tones: Record<JobServer['state'], StatusTone> = {
  waiting: 'busy',
  running: 'moving',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
}

/** J: Drains and restarts of many servers, with their progress; the newest first. */
export function JobsPanel() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(jobsQuery)
  const [restarting, setRestarting] = useState(false)
  return (
    <>
      <Panel
        title={t(($) => $.adminRentals.jobs.title)}
        action={
          <Permitted>
            <Button icon="refresh" onClick={() => setRestarting(true)}>
              {t(($) => $.adminRentals.jobs.restartMany)}
            </Button>
          </Permitted>
        }
      >
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {data?.length === 0 && <EmptyState icon="target" title={t(($) => $.adminRentals.jobs.none)} />}
        {data && data.length > 0 && (
          <FormText small>
            {t(($) => $.adminRentals.jobs.summary, {
              running: data.filter(({ ended }) => ended === null).length,
              ended: data.filter(({ ended }) => ended !== null).length,
            })}
          </FormText>
        )}
      </Panel>
      {data?.map((job) => (
        <JobPanel key={job.id} job={job} />
      ))}
      {restarting && <RestartDialog onClose={() => setRestarting(false)} />}
    </>
  )
}

function useJobTitle(): (job: FleetJob) => string {
  const { t } = useTranslation()
  const regionName = useRegionName()
  return ({ kind, hostName, region, servers }) => {
    if (kind === 'drain') return t(($) => $.adminRentals.jobs.drainOf, { hostName: hostName ?? '' })
    const name = hostName ?? (region === null ? null : regionName(region))
    return name === null
      ? t(($) => $.adminRentals.jobs.restartOfList, { count: servers.length })
      : t(($) => $.adminRentals.jobs.restartOf, { name })
  }
}

/** How a job stands, in words. */
function useJobText(): (job: FleetJob) => string {
  const { t } = useTranslation()
  return ({ started, cancelled, ended, deadline }) => {
    if (cancelled !== null)
      return t(($) => $.adminRentals.jobs.cancelledAt, { time: formatConsoleTime(cancelled) })
    if (ended !== null) return t(($) => $.adminRentals.jobs.endedAt, { time: formatConsoleTime(ended) })
    const since = t(($) => $.adminRentals.jobs.startedAt, { time: formatConsoleTime(started) })
    const how =
      deadline === null
        ? t(($) => $.adminRentals.jobs.whenEmpty)
        : t(($) => $.adminRentals.jobs.byDeadline, { time: formatConsoleTime(deadline) })
    return `${since} ${how}`
  }
}

function JobPanel({ job }: { job: FleetJob }) {
  const { t } = useTranslation()
  const title = useJobTitle()(job)
  const text = useJobText()(job)
  const { servers } = job
  const done = servers.filter(({ state }) => state === 'done').length
  return (
    <Panel title={title} padded={false} action={<JobActions job={job} title={title} />}>
      <PanelBody>
        <FormText small>{text}</FormText>
      </PanelBody>
      {servers.length > 0 && (
        <Progress
          label={t(($) => $.adminRentals.jobs.progress)}
          text={`${done} / ${servers.length}`}
          value={done}
          max={servers.length}
        />
      )}
      {servers.length === 0 ? (
        <EmptyState icon="servers" title={t(($) => $.adminRentals.jobs.noServers)} />
      ) : (
        <JobServers title={title} servers={servers} />
      )}
    </Panel>
  )
}

function JobActions({ job, title }: { job: FleetJob; title: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const [opened, setOpened] = useState(false)
  if (job.ended !== null || job.cancelled !== null) return null
  const askCancel = () =>
    ask({
      title: t(($) => $.adminRentals.jobs.cancelTitle, { title }),
      message: t(($) => $.adminRentals.jobs.cancelMessage),
      action: t(($) => $.adminRentals.jobs.cancel),
      run: async () => {
        await cancelJob(client, job.id)
        showToast({ tone: 'good', title: t(($) => $.adminRentals.jobs.cancelledNow) })
      },
    })
  return (
    <Permitted>
      <Row gap="s" wrap>
        <Button size="sm" onClick={() => setOpened(true)}>
          {t(($) => $.adminRentals.jobs.setDeadline)}
        </Button>
        <Button size="sm" variant="risky" onClick={askCancel}>
          {t(($) => $.adminRentals.jobs.cancel)}
        </Button>
        {asking}
        {opened && <JobDeadlineDialog job={job} onClose={() => setOpened(false)} />}
      </Row>
    </Permitted>
  )
}

function JobServers({ title, servers }: { title: string; servers: readonly JobServer[] }) {
  const { t } = useTranslation()
  const problem = useProblemText()
  return (
    <DataTable
      flush
      label={title}
      rows={servers}
      keyOf={({ number }) => number}
      columns={[
        {
          id: 'name',
          title: t(($) => $.adminRentals.updates.server),
          grow: true,
          cell: ({ name, number }) => (
            <ConsoleLink to={`rentals/${number}`}>{`${name} (${number})`}</ConsoleLink>
          ),
        },
        {
          id: 'players',
          title: t(($) => $.adminRentals.updates.players),
          cell: ({ players }) => players ?? '-',
          end: true,
        },
        {
          id: 'state',
          title: t(($) => $.adminRentals.jobs.state),
          cell: ({ state, problem: why }) => (
            <Stack gap="s">
              <Status tone={tones[state]}>{t(($) => $.adminRentals.jobs.states[state])}</Status>
              {why !== '' && <span>{problem(why)}</span>}
            </Stack>
          ),
        },
      ]}
    />
  )
}
