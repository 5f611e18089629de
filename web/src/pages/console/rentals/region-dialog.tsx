import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import { regionGroups, type RegionGroup } from '@clutch/contract/rules/rentals/regions/region-filters.ts'
import { regionCodePattern } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { addRegion, changeRegion, fetchRegions } from './rentals.queries.ts'
import { useLocalizedText } from './rental-text.ts'

const nameMax = 40
const capacityMax = 10_000
const positionMax = 1_000

interface RegionDialogProps {
  /** Null for one that is added. */
  region: OperatorRegion | null
  onClose: () => void
}

const withId = (region: OperatorRegion) => ({ ...region, id: region.code })

/** G23: what a region is called, where it is found, and how many servers it holds. */
export function RegionDialog({ region, onClose }: RegionDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const say = useLocalizedText()
  const draft = useRegionDraft(region)
  const { fields, change, id, revision } = draft
  const [checked, setChecked] = useState(false)
  const problems = useProblems(fields)
  const action = useSave(draft, async () => {
    const { code, capacity, position, ...rest } = fields
    const numbers = { capacity: Number(capacity), ...(position !== '' && { position: Number(position) }) }
    await (id === undefined
      ? addRegion(client, { code, ...rest, ...numbers })
      : changeRegion(client, id, { ...rest, ...numbers, revision }))
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (Object.values(problems).every((problem) => problem === null)) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        region
          ? t(($) => $.adminRentals.regions.edit, { region: say(region.name) })
          : t(($) => $.adminRentals.regions.add)
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      {id === undefined && (
        <TextField
          label={t(($) => $.adminRentals.regions.code)}
          required
          value={fields.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          hint={t(($) => $.adminRentals.regions.codeHint)}
          error={checked ? problems.code : null}
        />
      )}
      <BilingualField
        label={t(($) => $.adminRentals.regions.displayName)}
        value={fields.name}
        onChange={(name) => change({ name })}
        max={nameMax}
        error={checked ? problems.name : null}
      />
      <SelectField
        label={t(($) => $.adminRentals.regions.group)}
        options={regionGroups.map((value) => ({
          value,
          text: t(($) => $.adminRentals.regions.groups[value]),
        }))}
        value={fields.group}
        onChange={(group) => change({ group })}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.capacity)}
        required
        inputMode="numeric"
        value={fields.capacity}
        onChange={(event) => change({ capacity: event.currentTarget.value })}
        error={checked ? problems.capacity : null}
      />
      <TextField
        label={t(($) => $.adminRentals.regions.position)}
        inputMode="numeric"
        value={fields.position}
        onChange={(event) => change({ position: event.currentTarget.value })}
        error={checked ? problems.position : null}
      />
      <Switch checked={fields.recommended} onChange={(recommended) => change({ recommended })}>
        {t(($) => $.adminRentals.regions.recommended)}
      </Switch>
      <Switch checked={fields.hidden} onChange={(hidden) => change({ hidden })}>
        {t(($) => $.adminRentals.regions.hide)}
      </Switch>
    </FormDialog>
  )
}

function toRegionFields(region: OperatorRegion | null) {
  return {
    code: region?.code ?? '',
    name: region?.name ?? { zh: '', en: '' },
    group: region?.group ?? ('china' satisfies RegionGroup as RegionGroup),
    capacity: String(region?.capacity ?? 0),
    position: region ? String(region.position) : '',
    recommended: region?.recommended ?? false,
    hidden: region?.hidden ?? false,
  }
}

type Fields = ReturnType<typeof toRegionFields>

function useRegionDraft(region: OperatorRegion | null) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useDraft({
    keepAs: 'region',
    item: region && withId(region),
    fieldsOf: toRegionFields,
    newest: async () => (await fetchRegions(client)).map(withId),
    names: {
      code: t(($) => $.adminRentals.regions.code),
      name: t(($) => $.adminRentals.regions.displayName),
      group: {
        name: t(($) => $.adminRentals.regions.group),
        show: (group: RegionGroup) => t(($) => $.adminRentals.regions.groups[group]),
      },
      capacity: t(($) => $.adminRentals.regions.capacity),
      position: t(($) => $.adminRentals.regions.position),
      recommended: t(($) => $.adminRentals.regions.recommended),
      hidden: t(($) => $.adminRentals.regions.hide),
    },
  })
}

/** Returns the error text of each field; null if it is valid. A new region without a position is last. */
function useProblems({ code, name, capacity, position }: Fields) {
  const { t } = useTranslation()
  const wrong = (typed: string, max: number) =>
    /^\d{1,5}$/.test(typed) && Number(typed) <= max ? null : t(($) => $.admin.form.badNumber, { min: 0, max })
  return {
    code: regionCodePattern.test(code) ? null : t(($) => $.adminRentals.regions.badCode),
    name: name.zh.trim() + name.en.trim() === '' ? t(($) => $.adminRentals.regions.unnamed) : null,
    capacity: wrong(capacity, capacityMax),
    position: position === '' ? null : wrong(position, positionMax),
  }
}
