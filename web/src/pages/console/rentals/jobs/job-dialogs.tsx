import type { FleetJob } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { minUpdateDeadlineMinutes } from '@clutch/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useLocalizedText } from '../rental-text.ts'
import { hostsQuery, regionsQuery } from '../rentals.queries.ts'
import { useDeadline, useParallel } from './job-fields.tsx'
import { drainHost, restartRentals, setJobDeadline } from './jobs.queries.ts'

/** Moves the servers of a host elsewhere. */
export function DrainDialog({ hostName, onClose }: { hostName: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const deadline = useDeadline()
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ typed: deadline.typed })
  const action = useAction(async () => {
    await drainHost(client, hostName, deadline.body)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.jobs.drainStarted) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (deadline.isGood) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.jobs.drainTitle, { hostName })}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.jobs.drain)}
    >
      <FormText small>{t(($) => $.adminRentals.jobs.drainHelp)}</FormText>
      {deadline.field(checked)}
    </FormDialog>
  )
}

/** Whole minutes until the deadline of a job, as its field takes them; empty for none. */
function minutesUntil(deadline: number | null): string {
  if (deadline === null) return ''
  const minutes = Math.ceil((deadline - Date.now()) / 60_000)
  return String(Math.max(minUpdateDeadlineMinutes, minutes))
}

/** Changes when a running job interrupts occupied servers. */
export function JobDeadlineDialog({ job, onClose }: { job: FleetJob; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [suggested] = useState(() => minutesUntil(job.deadline))
  const deadline = useDeadline(suggested)
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ typed: deadline.typed })
  const action = useAction(async () => {
    await setJobDeadline(client, job.id, deadline.body)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.jobs.deadlineSet) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (deadline.isGood) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.jobs.deadlineTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.jobs.setDeadline)}
      disabledReason={changed ? undefined : t(($) => $.admin.form.unchanged)}
    >
      <FormText small>{t(($) => $.adminRentals.jobs.deadlineHelp)}</FormText>
      {deadline.field(checked)}
    </FormDialog>
  )
}

type Target = 'host' | 'region' | 'numbers'

/** What is restarted: the servers of a host, of a region, or of a list. */
function useTarget() {
  const hosts = useQuery(hostsQuery).data ?? []
  const regions = useQuery(regionsQuery).data ?? []
  const [target, setTarget] = useState<Target>('host')
  const [chosenHost, setHost] = useState('')
  const [chosenRegion, setRegion] = useState('')
  const [typed, setTyped] = useState('')
  const hostName = chosenHost || (hosts[0]?.hostName ?? '')
  const region = chosenRegion || (regions[0]?.code ?? '')
  const numbers = typed.split(/[\s,，]+/).filter((number) => number !== '')
  const body = { host: { hostName }, region: { region }, numbers: { numbers } }[target]
  const isGood = target === 'numbers' ? numbers.length > 0 : Object.values(body).every((name) => name !== '')
  const values = { target, hostName, region, typed }
  return { ...values, hosts, regions, setTarget, setHost, setRegion, setTyped, body, isGood }
}

function TargetFields({
  target: chosen,
  checked,
}: {
  target: ReturnType<typeof useTarget>
  checked: boolean
}) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const { target, hosts, regions } = chosen
  return (
    <>
      <SelectField
        label={t(($) => $.adminRentals.jobs.target)}
        value={target}
        onChange={chosen.setTarget}
        options={(['host', 'region', 'numbers'] as const).map((value) => ({
          value,
          text: t(($) => $.adminRentals.jobs.targets[value]),
        }))}
      />
      {target === 'host' && (
        <SelectField
          label={t(($) => $.adminRentals.hostName)}
          value={chosen.hostName}
          onChange={chosen.setHost}
          options={hosts.map(({ hostName }) => ({ value: hostName, text: hostName }))}
        />
      )}
      {target === 'region' && (
        <SelectField
          label={t(($) => $.adminRentals.region)}
          value={chosen.region}
          onChange={chosen.setRegion}
          options={regions.map(({ code, name }) => ({ value: code, text: say(name) }))}
        />
      )}
      {target === 'numbers' && (
        <TextArea
          required
          label={t(($) => $.adminRentals.jobs.numbers)}
          value={chosen.typed}
          onChange={(event) => chosen.setTyped(event.currentTarget.value)}
          error={checked && !chosen.isGood ? t(($) => $.admin.form.required) : null}
        />
      )}
    </>
  )
}

/** Restarts many servers, some at a time. */
export function RestartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const target = useTarget()
  const deadline = useDeadline()
  const parallel = useParallel()
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ typed: target.typed, deadline: deadline.typed, parallel: parallel.typed })
  const action = useAction(async () => {
    await restartRentals(client, {
      ...target.body,
      ...deadline.body,
      ...parallel.body,
    })
    showToast({ tone: 'good', title: t(($) => $.adminRentals.jobs.restartStarted) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (target.isGood && deadline.isGood && parallel.isGood) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.jobs.restartTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.jobs.restart)}
    >
      <FormText small>{t(($) => $.adminRentals.jobs.restartHelp)}</FormText>
      <TargetFields target={target} checked={checked} />
      {deadline.field(checked)}
      {parallel.field(checked)}
    </FormDialog>
  )
}
