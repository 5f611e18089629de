import type { GameSettings } from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { useUnsavedChanges } from '../../../../app/forms/use-unsaved-changes.tsx'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { PasswordField } from '../../../../ui/forms/password-field.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Panel, Row } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { EditReview } from '../../kit/drafts/edit-review.tsx'
import { createEditState, isChanged, mergeStored } from '../../kit/drafts/edit-state.ts'
import { useSavedEdit } from '../../kit/drafts/saved-edit.ts'
import { useDiscardText } from '../../kit/drafts/use-discard-text.ts'
import { isSaveConflict, toReviewedDraft } from '../../kit/drafts/use-draft.ts'
import { useReviewedSave } from '../../kit/forms/form-dialog.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { changeGameSettings, gameSettingsQuery } from './game-settings.queries.ts'

interface Fields {
  /** Empty: never. */
  nightlyHour: string
  workshopCollection: string
  /** Empty: the stored one stays. */
  workshopKey: string
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const formatHour = (hour: string) => `${hour.padStart(2, '0')}:00`
const isCollection = (text: string) => text === '' || /^[1-9]\d{0,19}$/.test(text)
const isKey = (text: string) => text === '' || /^[0-9A-Fa-f]{32}$/.test(text)

const toFields = ({ nightlyHour, workshopCollection }: GameSettings): Fields => ({
  nightlyHour: nightlyHour === null ? '' : String(nightlyHour),
  workshopCollection: workshopCollection ?? '',
  workshopKey: '',
})

/** The nightly restart, the Workshop collection and its key; the stored key is never shown. */
export function GameSettingsForm({ settings }: { settings: GameSettings }) {
  const { t } = useTranslation()
  const { reviewed, fields, change, action, dirty } = useGameSettings(settings)
  const [checked, setChecked] = useState(false)
  const review = useReviewedSave(reviewed, () => {
    setChecked(true)
    if (isCollection(fields.workshopCollection) && isKey(fields.workshopKey)) void action.run()
  })
  const unsaved = useUnsavedChanges({ changed: dirty, onDiscard: reviewed.forget, words: useDiscardText() })
  return (
    <Panel title={t(($) => $.adminGameSettings.title)}>
      <Form onSubmit={review.save}>
        <EditReview draft={reviewed} checked={review.checked} />
        <ErrorNote error={action.error} />
        <GameSettingsFields
          fields={fields}
          change={change}
          checked={checked}
          hasWorkshopKey={settings.hasWorkshopKey}
        />
        <Permitted>
          <Row gap="s" wrap>
            <Button type="submit" variant="primary" submitting={action.busy}>
              {t(($) => $.admin.form.save)}
            </Button>
            {settings.hasWorkshopKey && <ForgetKey />}
          </Row>
        </Permitted>
      </Form>
      {unsaved.question}
    </Panel>
  )
}

/** The fields of the form with what another operator saved meanwhile, and their save. */
function useGameSettings(settings: GameSettings) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { revision } = settings
  const stored = toFields(settings)
  const savedEdit = useSavedEdit({ name: 'game-settings', stored, revision, secrets: ['workshopKey'] })
  const { setState } = savedEdit
  // Saved by another operator, or the key was deleted here.
  const state = mergeStored(savedEdit.state, stored, revision)
  if (state !== savedEdit.state) setState(() => state)
  const action = useAction(async () => {
    const { nightlyHour, workshopCollection, workshopKey } = state.fields
    try {
      const saved = await changeGameSettings(client, {
        nightlyHour: nightlyHour === '' ? null : Number(nightlyHour),
        workshopCollection: workshopCollection === '' ? null : workshopCollection,
        ...(workshopKey !== '' && { workshopKey }),
        revision: state.revision,
      })
      setState(() => createEditState(toFields(saved), saved.revision))
      showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    } catch (error) {
      if (!isSaveConflict(error)) throw error
      await client.fetchQuery({ ...gameSettingsQuery, staleTime: 0 })
    }
  })
  const reviewed = toReviewedDraft(
    { ...savedEdit, state },
    {
      nightlyHour: { name: t(($) => $.adminGameSettings.nightly), show: formatHour },
      workshopCollection: t(($) => $.adminGameSettings.collection),
      workshopKey: t(($) => $.adminGameSettings.key),
    },
  )
  return {
    reviewed,
    fields: state.fields,
    change: (part: Partial<Fields>) => setState((last) => ({ ...last, fields: { ...last.fields, ...part } })),
    action,
    dirty: isChanged(state),
  }
}

/** Deletes the stored key, and saves nothing else of the form. */
function ForgetKey() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const action = t(($) => $.adminGameSettings.forgetKey)
  const forget = () =>
    ask({
      title: t(($) => $.adminGameSettings.forgetTitle),
      message: t(($) => $.adminGameSettings.forgetHelp),
      action,
      run: async () => {
        await changeGameSettings(client, { workshopKey: null })
        showToast({ tone: 'good', title: t(($) => $.adminGameSettings.forgotten) })
      },
    })
  return (
    <>
      <Button onClick={forget}>{action}</Button>
      {asking}
    </>
  )
}

interface FieldsProps {
  fields: Fields
  change: (part: Partial<Fields>) => void
  checked: boolean
  hasWorkshopKey: boolean
}

function GameSettingsFields({ fields, change, checked, hasWorkshopKey }: FieldsProps) {
  const { t } = useTranslation()
  const { nightlyHour, workshopCollection, workshopKey } = fields
  const isBadCollection = checked && !isCollection(workshopCollection)
  return (
    <>
      <SelectField
        label={t(($) => $.adminGameSettings.nightly)}
        hint={t(($) => $.adminGameSettings.nightlyHint)}
        value={nightlyHour}
        onChange={(hour) => change({ nightlyHour: hour })}
        options={[
          { value: '', text: t(($) => $.adminGameSettings.never) },
          ...hours.map((value) => ({ value, text: formatHour(value) })),
        ]}
      />
      <TextField
        label={t(($) => $.adminGameSettings.collection)}
        hint={t(($) => $.adminGameSettings.collectionHint)}
        value={workshopCollection}
        inputMode="numeric"
        maxLength={20}
        onChange={(event) => change({ workshopCollection: event.currentTarget.value.trim() })}
        error={isBadCollection ? t(($) => $.adminGameSettings.badCollection) : null}
      />
      <PasswordField
        label={t(($) => $.adminGameSettings.key)}
        hint={t(($) => (hasWorkshopKey ? $.adminGameSettings.keyStored : $.adminGameSettings.keyHint))}
        autoComplete="new-password"
        value={workshopKey}
        maxLength={32}
        onChange={(event) => change({ workshopKey: event.currentTarget.value })}
        error={checked && !isKey(workshopKey) ? t(($) => $.adminGameSettings.badKey) : null}
      />
    </>
  )
}
