import type { OperatorRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { maxJobRentals } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import type { TableSelection } from '../../../../ui/tables/data-table.tsx'
import { SelectionBar } from '../../../../ui/tables/toolbar.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useDeadline, useParallel } from './job-fields.tsx'
import { restartRentals } from './jobs.queries.ts'

/** Statuses of a rental whose server ran: it is restarted once it is ready. */
const restartable: ReadonlySet<string> = new Set(['RUNNING', 'RESTARTING', 'UNRESPONSIVE', 'VERIFYING'])

/** The check marks of the list of rentals, and the bar of actions for the selected ones (docs/decisions/0041-jobs-on-many-servers.md). */
export function useChosenServers(): { selection: TableSelection<OperatorRental>; bar: ReactNode } {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const clear = () => setChosen(new Set())
  return {
    selection: {
      title: t(($) => $.adminRentals.selection.choose),
      allLabel: t(($) => $.adminRentals.selection.all),
      labelOf: ({ instance_name: name, instance_id: number }) =>
        t(($) => $.adminRentals.selection.chooseNamed, { name, number }),
      chosen,
      canChoose: ({ status }) => restartable.has(status),
      onChoose: (keys, isChosen) =>
        setChosen((before) =>
          isChosen
            ? new Set([...before, ...keys])
            : new Set([...before].filter((key) => !keys.includes(key))),
        ),
    },
    bar: chosen.size > 0 && <ChosenBar numbers={[...chosen]} onClear={clear} />,
  }
}

function ChosenBar({ numbers, onClear }: { numbers: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'restart' | 'update' | null>(null)
  const isTooMany = numbers.length > maxJobRentals
  const count = t(($) => $.adminRentals.selection.chosen, { count: numbers.length })
  return (
    <>
      <SelectionBar
        label={t(($) => $.adminRentals.selection.bar)}
        text={
          isTooMany ? `${count} ${t(($) => $.adminRentals.selection.tooMany, { max: maxJobRentals })}` : count
        }
      >
        <Button icon="refresh" disabled={isTooMany} onClick={() => setDialog('restart')}>
          {t(($) => $.adminRentals.selection.restart)}
        </Button>
        <Button icon="download" disabled={isTooMany} onClick={() => setDialog('update')}>
          {t(($) => $.adminRentals.selection.update)}
        </Button>
        <Button variant="ghost" onClick={onClear}>
          {t(($) => $.adminRentals.selection.clear)}
        </Button>
      </SelectionBar>
      {dialog !== null && (
        <ChosenDialog numbers={numbers} kind={dialog} onClose={() => setDialog(null)} onDone={onClear} />
      )}
    </>
  )
}

interface ChosenDialogProps {
  numbers: readonly string[]
  kind: 'restart' | 'update'
  onClose: () => void
  onDone: () => void
}

function ChosenDialog({ numbers, kind, onClose, onDone }: ChosenDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const deadline = useDeadline()
  const parallel = useParallel()
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ deadline: deadline.typed, parallel: parallel.typed })
  const action = useAction(async () => {
    const outdated = kind === 'update'
    await restartRentals(client, { numbers: [...numbers], outdated, ...deadline.body, ...parallel.body })
    showToast({ tone: 'good', title: t(($) => $.adminRentals.selection.started) })
    onDone()
  })
  const save = () => {
    setChecked(true)
    if (deadline.isGood && parallel.isGood) void action.run()
  }
  const count = { count: numbers.length }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        kind === 'restart'
          ? t(($) => $.adminRentals.selection.restartTitle, count)
          : t(($) => $.adminRentals.selection.updateTitle, count)
      }
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.selection[kind])}
    >
      <FormText small>
        {kind === 'restart'
          ? t(($) => $.adminRentals.jobs.restartHelp)
          : t(($) => $.adminRentals.selection.updateHelp)}
      </FormText>
      {deadline.field(checked)}
      {parallel.field(checked)}
    </FormDialog>
  )
}
