import type { OperatorRegion } from '@clutch/contract/api/operator-rentals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BothLanguages } from '../kit/both-languages.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useDraft, useSave } from '../kit/use-draft.ts'
import { changeRegion, newestRegions } from './rentals.queries.ts'
import { useInLanguage } from './words.ts'

const nameMax = 40
const capacityMax = 10_000
const positionMax = 1_000

interface RegionDialogProps {
  region: OperatorRegion
  onClose: () => void
}

const withId = (region: OperatorRegion) => ({ ...region, id: region.code })

function fieldsOf(region: OperatorRegion | null) {
  return {
    name: region?.name ?? { zh: '', en: '' },
    capacity: String(region?.capacity ?? 0),
    position: String(region?.position ?? 0),
    recommended: region?.recommended ?? false,
  }
}

/** G23: what a region is called, where it stands in the list, and how many servers it holds. */
export function RegionDialog({ region, onClose }: RegionDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useInLanguage()
  const draft = useDraft({
    keepAs: 'region',
    thing: withId(region),
    fieldsOf,
    newest: async () => (await newestRegions(client)).map(withId),
    names: {
      name: t(($) => $.adminRentals.regions.displayName),
      capacity: t(($) => $.adminRentals.regions.capacity),
      position: t(($) => $.adminRentals.regions.position),
      recommended: t(($) => $.adminRentals.regions.recommended),
    },
  })
  const { fields, change, revision } = draft
  const { name, capacity, position, recommended } = fields
  const [checked, setChecked] = useState(false)
  const wrong = (typed: string, max: number) =>
    /^\d{1,5}$/.test(typed) && Number(typed) <= max ? null : t(($) => $.admin.form.badNumber, { min: 0, max })
  const problems = { capacity: wrong(capacity, capacityMax), position: wrong(position, positionMax) }
  const action = useSave(draft, async () => {
    const numbers = { capacity: Number(capacity), position: Number(position) }
    await changeRegion(client, region.code, { name, recommended, ...numbers, revision })
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
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <BothLanguages
        label={t(($) => $.adminRentals.regions.displayName)}
        value={name}
        onChange={(name) => change({ name })}
        max={nameMax}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.capacity)}
        required
        inputMode="numeric"
        value={capacity}
        onChange={(event) => change({ capacity: event.currentTarget.value })}
        error={checked ? problems.capacity : null}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.position)}
        required
        inputMode="numeric"
        value={position}
        onChange={(event) => change({ position: event.currentTarget.value })}
        error={checked ? problems.position : null}
      />
      <Switch checked={recommended} onChange={(recommended) => change({ recommended })}>
        {t(($) => $.adminRentals.regions.recommended)}
      </Switch>
    </FormDialog>
  )
}
