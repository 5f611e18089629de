import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../app/use-action.ts'
import { FormText } from '../../../ui/form.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { BothLanguages } from '../kit/both-languages.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { useChanged } from '../kit/use-changed.ts'
import { openSeason, renameSeason, type Season } from './seasons.queries.ts'

const nameMax = 40

interface SeasonDialogProps {
  /** The one that is renamed; a new one is opened otherwise. */
  season?: Season
  onClose: () => void
  onLoadNewest?: () => void
}

/** Opens a season by its name, or gives one another. */
export function SeasonDialog({ season, onClose, onLoadNewest }: SeasonDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState(season?.name ?? { zh: '', en: '' })
  const changed = useChanged(name)
  const [checked, setChecked] = useState(false)
  const good = name.zh.trim() !== '' || name.en.trim() !== ''
  const action = useAction(async () => {
    await (season ? renameSeason(client, season, name) : openSeason(client, name))
    const title = season ? t(($) => $.admin.form.saved) : t(($) => $.adminSeasons.seasons.opened)
    showToast({ tone: 'good', title })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (good) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => (season ? $.adminSeasons.seasons.renameTitle : $.adminSeasons.seasons.openTitle))}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => (season ? $.admin.form.save : $.adminSeasons.seasons.open))}
      onLoadNewest={onLoadNewest}
    >
      {!season && <FormText small>{t(($) => $.adminSeasons.seasons.openHelp)}</FormText>}
      <BothLanguages
        label={t(($) => $.adminSeasons.seasons.name)}
        value={name}
        onChange={setName}
        max={nameMax}
        error={checked && !good ? t(($) => $.adminSeasons.seasons.unnamed) : null}
      />
    </FormDialog>
  )
}
