import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { BilingualField } from '../kit/forms/bilingual-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { TimeField } from '../kit/forms/time-field.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { changeSeason, openSeason, seasonsQuery, type Season } from './seasons.queries.ts'

const nameMax = 40

interface SeasonDialogProps {
  /** The one that is changed; a new one is opened or scheduled otherwise. */
  season?: Season
  onClose: () => void
}

/** Opens or schedules a season, or changes its name and those of its times that are not over. */
export function SeasonDialog({ season: opened, onClose }: SeasonDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const seasons = useQuery(seasonsQuery).data
  const draft = useDraft<Season, Fields>({
    keepAs: 'season',
    item: opened ?? null,
    fieldsOf: toSeasonFields,
    newest: () => client.fetchQuery({ ...seasonsQuery, staleTime: 0 }),
    names: {
      name: t(($) => $.adminSeasons.seasons.name),
      starts: { name: t(($) => $.adminSeasons.seasons.startsAt), show: formatConsoleTime },
      ends: { name: t(($) => $.adminSeasons.seasons.endsAt), show: formatConsoleTime },
    },
  })
  const { fields, change } = draft
  // As it is now: it may have begun, or another operator may have closed it, since the dialog was opened.
  const season = draft.id === undefined ? undefined : (seasons?.find(({ id }) => id === draft.id) ?? opened)
  const [checked, setChecked] = useState(false)
  const { name, starts, ends } = fields
  const named = name.zh.trim() !== '' || name.en.trim() !== ''
  const inOrder = ends === null || ends > (starts ?? 0)
  const action = useSave(draft, async () => {
    await (season
      ? changeSeason(client, { id: season.id, revision: draft.revision }, toSeasonChange(season, fields))
      : openSeason(client, toNewSeason(fields)))
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
      changed={draft.changed}
      onSave={save}
      action={action}
      saveLabel={t(($) =>
        season
          ? $.admin.form.save
          : starts === null
            ? $.adminSeasons.seasons.open
            : $.adminSeasons.seasons.schedule,
      )}
      draft={draft}
    >
      {!season && <FormText small>{t(($) => $.adminSeasons.seasons.openHelp)}</FormText>}
      <BilingualField
        required
        label={t(($) => $.adminSeasons.seasons.name)}
        value={name}
        onChange={(next) => change({ name: next })}
        max={nameMax}
        error={checked && !named ? t(($) => $.adminSeasons.seasons.unnamed) : null}
      />
      {season?.state !== 'open' && season?.state !== 'closed' && (
        <TimeField
          label={t(($) => $.adminSeasons.seasons.startsAt)}
          value={starts}
          onChange={(next) => change({ starts: next })}
          {...(!season && { hint: t(($) => $.adminSeasons.seasons.startsHint) })}
        />
      )}
      {season?.state !== 'closed' && (
        <TimeField
          label={t(($) => $.adminSeasons.seasons.endsAt)}
          value={ends}
          onChange={(next) => change({ ends: next })}
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

function toSeasonFields(season: Season | null): Fields {
  return {
    name: season?.name ?? { zh: '', en: '' },
    starts: season?.starts ?? null,
    ends: season?.ends ?? null,
  }
}

function toNewSeason({ name, starts, ends }: Fields) {
  return { name, ends, ...(starts !== null && { starts }) }
}

/** Returns only the changed fields: a past time may not be sent as a new one. */
function toSeasonChange(season: Season, { name, starts, ends }: Fields) {
  return {
    name,
    ...(starts !== null && starts !== season.starts && { starts }),
    ...(ends !== season.ends && { ends }),
  }
}
