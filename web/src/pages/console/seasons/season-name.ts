import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import type { Season } from './seasons.queries.ts'

/** What a season is called in the operator's language, or in the other where it has no name in it. */
export function useSeasonName(): (season: Pick<Season, 'name'>) => string {
  const { i18n } = useTranslation()
  const language = i18n.language as Language
  return ({ name }) => name[language] || name.zh || name.en
}
