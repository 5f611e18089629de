import { boardModes, type BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { seasonsQuery, type ResetScope } from './seasons.queries.ts'
import { useSeasonName } from './season-name.ts'

interface ResetDialogProps {
  onClose: () => void
  /** The scope to reset; the user confirms it first. */
  onReset: (scope: ResetScope) => void
}

const idleAction = { busy: false, error: null }

/** I3 fairness: whose counts go back to nothing: a player's, of a mode, of a season, or where they meet. */
export function ResetDialog({ onClose, onReset }: ResetDialogProps) {
  const { t } = useTranslation()
  const [who, setWho] = useState('')
  const [mode, setMode] = useState<BoardMode | ''>('')
  const [season, setSeason] = useState('')
  const changed = useChanged({ who, mode, season })
  const [checked, setChecked] = useState(false)
  const player = who.trim()
  const namesNothing = player === '' && mode === '' && season === ''
  const badPlayer = player !== '' && !isSteamId(player)
  const save = () => {
    setChecked(true)
    if (namesNothing || badPlayer) return
    onReset({
      ...(player !== '' && { steamId: player }),
      ...(mode !== '' && { mode }),
      ...(season !== '' && { season }),
    })
  }
  const wrong = () => {
    if (badPlayer) return t(($) => $.admin.form.badSteamId)
    return namesNothing ? t(($) => $.adminSeasons.resets.nothingNamed) : null
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminSeasons.resets.makeTitle)}
      changed={changed}
      onSave={save}
      action={idleAction}
      saveLabel={t(($) => $.adminSeasons.resets.makeAction)}
      destroys
    >
      <FormText small>{t(($) => $.adminSeasons.resets.makeHelp)}</FormText>
      <TextField
        label={t(($) => $.adminSeasons.steamId)}
        inputMode="numeric"
        value={who}
        onChange={(event) => setWho(event.currentTarget.value)}
        hint={t(($) => $.adminSeasons.resets.optional)}
        error={checked ? wrong() : null}
      />
      <SelectField
        label={t(($) => $.adminSeasons.resets.mode)}
        value={mode}
        onChange={setMode}
        options={[
          { value: '', text: t(($) => $.adminSeasons.resets.everyMode) },
          ...boardModes.map((value) => ({ value, text: t(($) => $.adminSeasons.modes[value]) })),
        ]}
      />
      <SelectField
        label={t(($) => $.adminSeasons.resets.season)}
        value={season}
        onChange={setSeason}
        options={useSeasonChoices()}
      />
    </FormDialog>
  )
}

function useSeasonChoices(): { value: string; text: string }[] {
  const { t } = useTranslation()
  const seasons = useQuery(seasonsQuery).data ?? []
  const nameOf = useSeasonName()
  return [
    { value: '', text: t(($) => $.adminSeasons.resets.everySeason) },
    { value: 'between', text: t(($) => $.adminSeasons.resets.between) },
    ...seasons.map((season) => ({ value: season.id, text: nameOf(season) })),
  ]
}
