import { useState } from 'react'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { SearchField } from '../../../ui/search/search-field.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import styles from './grenade-list.module.css'
import type { GrenadeView } from './grenades.queries.ts'

/** With fewer line-ups there is nothing to search. */
const minSearched = 8

/** Line-ups by map, found by any of their words. */
export function GrenadeList({ grenades }: { grenades: readonly GrenadeView[] }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const found = grenades.filter((one) => matches(one, words))
  const maps = [...new Set(found.map(({ map }) => map))].toSorted()
  return (
    <Stack gap="l">
      {grenades.length >= minSearched && (
        <SearchField label={t(($) => $.practiceDialogs.grenades.search)} value={words} onChange={setWords} />
      )}
      {maps.map((map) => (
        <section key={map} className={styles.map} aria-label={mapName(map)}>
          <h3 className={styles.title}>{mapName(map)}</h3>
          <ul className={styles.list}>
            {found
              .filter((one) => one.map === map)
              .map((one) => (
                <Grenade key={`${one.owner} ${one.name}`} grenade={one} />
              ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && (
        <EmptyState icon="search" title={t(($) => $.practiceDialogs.grenades.nothingFound)} />
      )}
    </Stack>
  )
}

function Grenade({ grenade }: { grenade: GrenadeView }) {
  const { t } = useTranslation()
  const { name, type, description, position, owner, ownerName } = grenade
  const types: Readonly<Record<string, string>> = {
    Smoke: t(($) => $.practiceDialogs.grenades.type.smoke),
    Flash: t(($) => $.practiceDialogs.grenades.type.flash),
    HE: t(($) => $.practiceDialogs.grenades.type.he),
    Decoy: t(($) => $.practiceDialogs.grenades.type.decoy),
    Molly: t(($) => $.practiceDialogs.grenades.type.molly),
  }
  const typeName = Object.hasOwn(types, type) ? types[type] : type
  return (
    <li className={styles.grenade}>
      <span className={styles.head}>
        <bdi className={styles.name}>{name}</bdi>
        {typeName !== undefined && typeName !== '' && <Tag>{typeName}</Tag>}
      </span>
      <bdi className={styles.detail}>{description === '' ? position : description}</bdi>
      <bdi className={styles.owner}>
        {owner === 'default' ? t(($) => $.practiceDialogs.grenades.everyone) : (ownerName ?? owner)}
      </bdi>
    </li>
  )
}

function matches({ name, type, map, description, ownerName }: GrenadeView, words: string): boolean {
  const text = [name, type, map, description, ownerName ?? ''].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word))
}
