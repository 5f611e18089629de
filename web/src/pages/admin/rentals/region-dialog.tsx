import type { OperatorRegion } from '@clutch/contract/api/operator-rentals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../app/use-action.ts'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BothLanguages } from '../kit/both-languages.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useChanged } from '../kit/use-changed.ts'
import { changeRegion } from './rentals.queries.ts'
import { useInLanguage } from './words.ts'

const nameMax = 40
const capacityMax = 10_000
const positionMax = 1_000

interface RegionDialogProps {
  region: OperatorRegion
  onClose: () => void
  onLoadNewest: () => void
}

/** G23: what a region is called, where it stands in the list, and how many servers it holds. */
export function RegionDialog({ region, onClose, onLoadNewest }: RegionDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useInLanguage()
  const [name, setName] = useState(region.name)
  const [capacity, setCapacity] = useState(String(region.capacity))
  const [position, setPosition] = useState(String(region.position))
  const [recommended, setRecommended] = useState(region.recommended)
  const changed = useChanged({ name, capacity, position, recommended })
  const [checked, setChecked] = useState(false)
  const wrong = (typed: string, max: number) =>
    /^\d{1,5}$/.test(typed) && Number(typed) <= max ? null : t(($) => $.admin.form.badNumber, { min: 0, max })
  const problems = { capacity: wrong(capacity, capacityMax), position: wrong(position, positionMax) }
  const action = useAction(async () => {
    const { code, revision } = region
    const numbers = { capacity: Number(capacity), position: Number(position) }
    await changeRegion(client, code, { name, recommended, ...numbers, revision })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (problems.capacity === null && problems.position === null) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.regions.edit, { region: say(region.name) })}
      changed={changed}
      onSave={save}
      action={action}
      onLoadNewest={onLoadNewest}
    >
      <BothLanguages
        label={t(($) => $.adminRentals.regions.displayName)}
        value={name}
        onChange={setName}
        max={nameMax}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.capacity)}
        inputMode="numeric"
        value={capacity}
        onChange={(event) => setCapacity(event.currentTarget.value)}
        error={checked ? problems.capacity : null}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.position)}
        inputMode="numeric"
        value={position}
        onChange={(event) => setPosition(event.currentTarget.value)}
        error={checked ? problems.position : null}
      />
      <Switch checked={recommended} onChange={setRecommended}>
        {t(($) => $.adminRentals.regions.recommended)}
      </Switch>
    </FormDialog>
  )
}
