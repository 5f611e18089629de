import type { OperatorRentalAction } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { useMayChangePage } from '../../kit/permissions.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { MaintenanceDialog } from '../maintenance-dialog.tsx'
import {
  endRentalMaintenance,
  startRentalMaintenance,
  restartRental,
  type RentalFile,
} from '../rentals.queries.ts'
import { EndDialog } from './end-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** What an operator can do with a rental. What cannot be done now stays where it is and says why. */
export function RentalActions({ file }: { file: RentalFile }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<OperatorRentalAction | null>(null)
  const { ask, asking } = useConfirmation()
  const stop = useStopMaintenance(file)
  const restart = useRestart(file)
  const bar = useDisabledReason(file)
  const mayChange = useMayChangePage()
  if (!mayChange) return null
  return (
    <Row gap="s" wrap>
      <Button icon="renew" disabledReason={bar('extend')} onClick={() => setOpened('extend')}>
        {t(($) => $.adminRentals.acts.extend)}
      </Button>
      <Button icon="refresh" disabledReason={bar('restart')} onClick={() => ask(restart)}>
        {t(($) => $.adminRentals.acts.restart)}
      </Button>
      <Button icon="swap" disabledReason={bar('move')} onClick={() => setOpened('move')}>
        {t(($) => $.adminRentals.acts.move)}
      </Button>
      <Button icon="wrench" disabledReason={bar('maintain')} onClick={() => setOpened('maintain')}>
        {t(($) => $.adminRentals.acts.maintain)}
      </Button>
      {file.maintenance.own !== null && (
        <Button onClick={() => ask(stop)}>{t(($) => $.adminRentals.maintain.stop)}</Button>
      )}
      <Button variant="danger" icon="power" disabledReason={bar('end')} onClick={() => setOpened('end')}>
        {t(($) => $.adminRentals.acts.end)}
      </Button>
      {asking}
      <Dialogs file={file} opened={opened} onClose={() => setOpened(null)} />
    </Row>
  )
}

interface DialogsProps {
  file: RentalFile
  opened: OperatorRentalAction | null
  onClose: () => void
}

function Dialogs({ file: { rental, maintenance }, opened, onClose }: DialogsProps) {
  const client = useQueryClient()
  const { instance_id: number } = rental
  if (opened === 'extend') return <ExtendDialog number={number} onClose={onClose} />
  if (opened === 'move') return <MoveDialog rental={rental} onClose={onClose} />
  if (opened === 'end') return <EndDialog number={number} onClose={onClose} />
  if (opened !== 'maintain') return null
  return (
    <MaintenanceDialog
      open
      onClose={onClose}
      name={number}
      of={{ id: number, revision: 0, text: maintenance.own?.text ?? null }}
      save={(text) => startRentalMaintenance(client, number, text)}
    />
  )
}

/** Why something cannot be done now; undefined where it can. */
function useDisabledReason({ barred }: RentalFile): (act: OperatorRentalAction) => string | undefined {
  const { t } = useTranslation()
  return (act) => {
    const bar = barred[act]
    return bar === null ? undefined : t(($) => $.adminRentals.bars[bar])
  }
}

function useRestart({ rental: { instance_id: number } }: RentalFile) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return {
    title: t(($) => $.adminRentals.restart.title, { number }),
    message: t(($) => $.adminRentals.restart.message),
    action: t(($) => $.adminRentals.acts.restart),
    run: async () => {
      await restartRental(client, number)
      showToast({ tone: 'good', title: t(($) => $.adminRentals.restart.done) })
    },
  }
}

function useStopMaintenance({ rental: { instance_id: number } }: RentalFile) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return {
    title: t(($) => $.adminRentals.maintain.stopTitle, { name: number }),
    message: t(($) => $.adminRentals.maintain.stopMessage),
    action: t(($) => $.adminRentals.maintain.stop),
    run: async () => {
      await endRentalMaintenance(client, number)
      showToast({ tone: 'good', title: t(($) => $.adminRentals.maintain.stopped) })
    },
  }
}
