import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../app/use-action.ts'
import { FormText } from '../../../ui/form.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BothLanguages } from '../kit/both-languages.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { TimeField } from '../kit/time-field.tsx'
import { useChanged } from '../kit/use-changed.ts'
import { changeSeason, openSeason, type Season } from './seasons.queries.ts'

const nameMax = 40

interface SeasonDialogProps {
  /** The one that is changed; a new one is opened or scheduled otherwise. */
  season?: Season
  onClose: () => void
  onLoadNewest?: () => void
}

/** Opens or schedules a season, or changes its name and those of its times that are not over. */
export function SeasonDialog({ season, onClose, onLoadNewest }: SeasonDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [fields, setFields] = useState<Fields>({
    name: season?.name ?? { zh: '', en: '' },
    starts: season?.starts ?? null,
    ends: season?.ends ?? null,
  })
  const changed = useChanged(fields)
  const [checked, setChecked] = useState(false)
  const { name, starts, ends } = fields
  const named = name.zh.trim() !== '' || name.en.trim() !== ''
  const inOrder = ends === null || ends > (starts ?? 0)
  const action = useAction(async () => {
    await (season
      ? changeSeason(client, season, changeOf(season, fields))
      : openSeason(client, newOf(fields)))
    const scheduled = starts !== null
    const title = season
      ? t(($) => $.admin.form.saved)
      : t(($) => (scheduled ? $.adminSeasons.seasons.scheduledNow : $.adminSeasons.seasons.opened))
    showToast({ tone: 'good', title })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (named && inOrder) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => (season ? $.adminSeasons.seasons.editTitle : $.adminSeasons.seasons.openTitle))}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) =>
        season
          ? $.admin.form.save
          : starts === null
            ? $.adminSeasons.seasons.open
            : $.adminSeasons.seasons.schedule,
      )}
      onLoadNewest={onLoadNewest}
    >
      {!season && <FormText small>{t(($) => $.adminSeasons.seasons.openHelp)}</FormText>}
      <BothLanguages
        required
        label={t(($) => $.adminSeasons.seasons.name)}
        value={name}
        onChange={(next) => setFields({ ...fields, name: next })}
        max={nameMax}
        error={checked && !named ? t(($) => $.adminSeasons.seasons.unnamed) : null}
      />
      {season?.state !== 'open' && season?.state !== 'closed' && (
        <TimeField
          label={t(($) => $.adminSeasons.seasons.startsAt)}
          value={starts}
          onChange={(next) => setFields({ ...fields, starts: next })}
          {...(!season && { hint: t(($) => $.adminSeasons.seasons.startsHint) })}
        />
      )}
      {season?.state !== 'closed' && (
        <TimeField
          label={t(($) => $.adminSeasons.seasons.endsAt)}
          value={ends}
          onChange={(next) => setFields({ ...fields, ends: next })}
          hint={t(($) => $.adminSeasons.seasons.endsHint)}
          error={checked && !inOrder ? t(($) => $.adminSeasons.seasons.endsTooEarly) : null}
        />
      )}
    </FormDialog>
  )
}

interface Fields {
  name: { zh: string; en: string }
  starts: number | null
  ends: number | null
}

function newOf({ name, starts, ends }: Fields) {
  return { name, ends, ...(starts !== null && { starts }) }
}

/** Only what was changed: a time that is over may not be sent as a new one. */
function changeOf(season: Season, { name, starts, ends }: Fields) {
  return {
    name,
    ...(starts !== null && starts !== season.starts && { starts }),
    ...(ends !== season.ends && { ends }),
  }
}
