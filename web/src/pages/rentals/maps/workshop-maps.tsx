import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { SearchField } from '../../../ui/search/search-field.tsx'
import { CallFailure } from '../dialogs/call-failure.tsx'
import type { MapChoice } from './map-choice.ts'
import { MapTiles } from './map-tiles.tsx'
import styles from './maps.module.css'

/** Maps of the Workshop: by words of their names where the operator can search it, and by a pasted number or address. */
export function WorkshopMaps({ choice, canSearch }: { choice: MapChoice; canSearch: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { search, found, workshop, setWorkshop } = choice
  const label = canSearch
    ? t(($) => $.practiceDialogs.map.search)
    : t(($) => $.practiceDialogs.map.searchNumber)
  return (
    <Stack gap="l">
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') void search.run(text.trim())
        }}
      >
        <SearchField label={label} value={text} onChange={setText} />
        <Button type="submit" submitting={search.busy}>
          {t(($) => $.practiceDialogs.map.find)}
        </Button>
      </form>
      <CallFailure error={search.error} otherwise={t(($) => $.errors['workshop.unavailable'])} />
      {found?.length === 0 && <EmptyState icon="search" title={t(($) => $.practiceDialogs.map.nothing)} />}
      {found !== null && found.length > 0 && (
        <MapTiles
          label={t(($) => $.practiceDialogs.map.sources.workshop)}
          maps={found}
          value={workshop}
          onChange={setWorkshop}
        />
      )}
      <FormText small>{t(($) => $.practiceDialogs.map.download)}</FormText>
    </Stack>
  )
}
