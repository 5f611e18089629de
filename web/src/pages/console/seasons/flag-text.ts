import { useTranslation } from '../../../locales/translate.ts'
import type { PlayerFlag } from './seasons.queries.ts'

/** What was seen of a player, its numbers in a sentence; as the portal tells it where a number is missing. */
export function useFlagText(): (mark: Pick<PlayerFlag, 'kind' | 'detail'>) => string {
  const { t } = useTranslation()
  const sentence = ({ kind, detail }: Pick<PlayerFlag, 'kind' | 'detail'>) => {
    const { kills, killsThisMinute, headshots, victim, killsOfVictim } = detail
    if (kind === 'rate' && killsThisMinute !== undefined)
      return t(($) => $.adminSeasons.marks.details.rate, { kills: killsThisMinute })
    if (kind === 'headshots' && kills !== undefined && headshots !== undefined)
      return t(($) => $.adminSeasons.marks.details.headshots, { kills, headshots })
    if (kind === 'farming' && kills !== undefined && killsOfVictim !== undefined && victim !== undefined)
      return t(($) => $.adminSeasons.marks.details.farming, { kills, victim, ofVictim: killsOfVictim })
    return null
  }
  return (mark) => {
    const said = sentence(mark)
    if (said === null) return Object.values(mark.detail).join(', ')
    const { map } = mark.detail
    return map === undefined ? said : `${said} · ${t(($) => $.adminSeasons.marks.details.on, { map })}`
  }
}
