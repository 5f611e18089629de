import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { seasonsQuery, type ResetScope } from './seasons.queries.ts'
import { useSeasonName } from './season-name.ts'

type ScopeText = (scope: ResetScope) => string

/** What a reset covers, in words. */
export function useResetScopeText(): { player: ScopeText; mode: ScopeText; season: ScopeText } {
  const { t } = useTranslation()
  const seasons = useQuery(seasonsQuery).data ?? []
  const nameOf = useSeasonName()
  return {
    player: ({ steamId }) => steamId ?? t(($) => $.adminSeasons.resets.every),
    mode: ({ mode }) =>
      mode === undefined ? t(($) => $.adminSeasons.resets.everyMode) : t(($) => $.adminSeasons.modes[mode]),
    season: ({ season }) => {
      if (season === undefined) return t(($) => $.adminSeasons.resets.everySeason)
      if (season === 'between') return t(($) => $.adminSeasons.resets.between)
      const known = seasons.find(({ id }) => id === season)
      return known ? nameOf(known) : season
    },
  }
}
