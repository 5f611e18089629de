import type { FleetJob } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import {
  defaultJobParallel,
  maxJobParallel,
  maxUpdateDeadlineMinutes,
  minUpdateDeadlineMinutes,
} from '@clutch/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useLocalizedText } from '../rental-text.ts'
import { hostsQuery, regionsQuery } from '../rentals.queries.ts'
import { drainHost, restartRentals, setJobDeadline } from './jobs.queries.ts'

/** The whole number in a field; null for another text or one outside of the range. */
function readNumber(typed: string, min: number, max: number): number | null {
  const value = Number(typed)
  return /^\d{1,4}$/.test(typed.trim()) && value >= min && value <= max ? value : null
}

/** The deadline of a job as it is typed: nothing is none. */
function useDeadline(suggested = '') {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(suggested)
  const [min, max] = [minUpdateDeadlineMinutes, maxUpdateDeadlineMinutes]
  const minutes = typed.trim() === '' ? undefined : readNumber(typed, min, max)
  return {
    typed,
    isGood: minutes !== null,
    body: minutes === null || minutes === undefined ? {} : { minutes },
    field: (isChecked: boolean): ReactNode => (
      <TextField
        label={t(($) => $.adminRentals.jobs.minutes)}
        hint={t(($) => $.adminRentals.jobs.minutesHint)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isChecked && minutes === null ? t(($) => $.admin.form.badNumber, { min, max }) : null}
      />
    ),
  }
}

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

/** Changes when a running job interrupts occupied servers. */
export function JobDeadlineDialog({ job, onClose }: { job: FleetJob; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const deadline = useDeadline('30')
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
  const [parallel, setParallel] = useState(String(defaultJobParallel))
  const [checked, setChecked] = useState(false)
  const atOnce = readNumber(parallel, 1, maxJobParallel)
  const changed = useChanged({ typed: target.typed, deadline: deadline.typed, parallel })
  const action = useAction(async () => {
    await restartRentals(client, {
      ...target.body,
      ...deadline.body,
      ...(atOnce !== null && { parallel: atOnce }),
    })
    showToast({ tone: 'good', title: t(($) => $.adminRentals.jobs.restartStarted) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (target.isGood && deadline.isGood && atOnce !== null) void action.run()
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
      <TextField
        required
        label={t(($) => $.adminRentals.jobs.parallel)}
        inputMode="numeric"
        value={parallel}
        onChange={(event) => setParallel(event.currentTarget.value)}
        error={
          checked && atOnce === null
            ? t(($) => $.admin.form.badNumber, { min: 1, max: maxJobParallel })
            : null
        }
      />
    </FormDialog>
  )
}
