import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import type { OperatorRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { moveRental, regionsQuery } from '../rentals.queries.ts'
import { useLocalizedText } from '../rental-text.ts'

/** Moves a rental to a region with room, or to another place of its own. */
export function MoveDialog({ rental, onClose }: { rental: OperatorRental; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const { instance_id: number, region: here } = rental
  const choices = (useQuery(regionsQuery).data ?? []).filter(
    (region) => region.code === here || freeCapacity(region) > 0,
  )
  const [chosen, setChosen] = useState<OperatorRegion['code'] | null>(null)
  const target = chosen ?? choices.find(({ code }) => code !== here)?.code ?? choices[0]?.code
  const action = useAction(async () => {
    if (target === undefined) return
    await moveRental(client, number, target)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.move.done) })
    onClose()
  })
  const textOf = (region: OperatorRegion) =>
    region.code === here
      ? t(($) => $.adminRentals.move.here, { region: say(region.name) })
      : t(($) => $.adminRentals.move.free, { region: say(region.name), count: freeCapacity(region) })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.move.title, { number })}
      changed={chosen !== null}
      onSave={() => void action.run()}
      action={action}
      saveLabel={t(($) => $.adminRentals.acts.move)}
    >
      <FormText small>{t(($) => $.adminRentals.move.help)}</FormText>
      <SelectField
        label={t(($) => $.adminRentals.move.region)}
        value={target ?? ''}
        onChange={(code) => setChosen(choices.find((region) => region.code === code)?.code ?? null)}
        options={choices.map((region) => ({ value: region.code as string, text: textOf(region) }))}
      />
    </FormDialog>
  )
}

/** How many servers more a region takes now. */
function freeCapacity({ maintenance, served, capacity, used }: OperatorRegion): number {
  return maintenance === null && served ? Math.max(0, capacity - used) : 0
}
