import type { GameSettings } from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { PasswordField } from '../../../../ui/forms/password-field.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Panel, Row } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { changeGameSettings, gameSettingsQuery } from './game-settings.queries.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
const isCollection = (text: string) => text === '' || /^[1-9]\d{0,19}$/.test(text)
const isKey = (text: string) => text === '' || /^[0-9A-Fa-f]{32}$/.test(text)

/** The nightly restart, the Workshop collection and its key; the stored key is never shown. */
export function GameSettingsForm({ settings }: { settings: GameSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [hour, setHour] = useState(settings.nightlyHour === null ? '' : String(settings.nightlyHour))
  const [collection, setCollection] = useState(settings.workshopCollection ?? '')
  const [key, setKey] = useState('')
  const [checked, setChecked] = useState(false)
  const { revision, hasWorkshopKey } = settings
  const action = useAction(async (workshopKey: string | null | undefined) => {
    await changeGameSettings(client, {
      nightlyHour: hour === '' ? null : Number(hour),
      workshopCollection: collection === '' ? null : collection,
      ...(workshopKey !== undefined && { workshopKey }),
      revision,
    }).catch(async (error: unknown) => {
      // Another operator saved: the form starts from their state.
      await client.invalidateQueries({ queryKey: gameSettingsQuery.queryKey })
      throw error
    })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
  })
  const save = () => {
    setChecked(true)
    if (isCollection(collection) && isKey(key)) void action.run(key === '' ? undefined : key)
  }
  return (
    <Panel title={t(($) => $.adminGameSettings.title)}>
      <Form onSubmit={save}>
        <ErrorNote error={action.error} />
        <SelectField
          label={t(($) => $.adminGameSettings.nightly)}
          hint={t(($) => $.adminGameSettings.nightlyHint)}
          value={hour}
          onChange={setHour}
          options={[
            { value: '', text: t(($) => $.adminGameSettings.never) },
            ...hours.map((value) => ({ value, text: `${value.padStart(2, '0')}:00` })),
          ]}
        />
        <TextField
          label={t(($) => $.adminGameSettings.collection)}
          hint={t(($) => $.adminGameSettings.collectionHint)}
          value={collection}
          inputMode="numeric"
          maxLength={20}
          onChange={(event) => setCollection(event.currentTarget.value.trim())}
          error={checked && !isCollection(collection) ? t(($) => $.adminGameSettings.badCollection) : null}
        />
        <PasswordField
          label={t(($) => $.adminGameSettings.key)}
          hint={
            hasWorkshopKey ? t(($) => $.adminGameSettings.keyStored) : t(($) => $.adminGameSettings.keyHint)
          }
          autoComplete="new-password"
          value={key}
          maxLength={32}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={checked && !isKey(key) ? t(($) => $.adminGameSettings.badKey) : null}
        />
        <Permitted>
          <Row gap="s" wrap>
            <Button type="submit" variant="primary" submitting={action.busy}>
              {t(($) => $.admin.form.save)}
            </Button>
            {hasWorkshopKey && (
              <Button submitting={action.busy} onClick={() => void action.run(null)}>
                {t(($) => $.adminGameSettings.forgetKey)}
              </Button>
            )}
          </Row>
        </Permitted>
      </Form>
    </Panel>
  )
}
