import type { OperatorRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { getRentalTone, type RentalTone } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'
import type { StatusTone } from '../../../ui/status/status-dot.tsx'
import { regionsQuery } from './rentals.queries.ts'

interface BilingualText {
  zh: string
  en: string
}

/** A text in the operator's language, or in the other where it has none. */
export function useLocalizedText(): (text: BilingualText) => string {
  const { i18n } = useTranslation()
  const language = i18n.language as Language
  return (text) => text[language] || text.zh || text.en
}

/** What a region is called; its code where it is not known (yet). */
export function useRegionName(): (code: string) => string {
  const { data } = useQuery(regionsQuery)
  const say = useLocalizedText()
  return (code) => {
    const region = data?.find((one) => one.code === code)
    return region ? say(region.name) : code
  }
}

/** Returns the status of a rental as text. */
export function useStatusText(): (rental: Pick<OperatorRental, 'status' | 'takenBack'>) => string {
  const { t } = useTranslation()
  return ({ status, takenBack }) =>
    takenBack ? t(($) => $.adminRentals.takenBack) : t(($) => $.adminRentals.statuses[status])
}

const tones: Record<RentalTone, StatusTone> = {
  running: 'good',
  creating: 'info',
  switching: 'moving',
  ended: 'bad',
  other: 'busy',
}

/** G5: the colour of that. */
export function getStatusTone({
  status,
  isExpired,
}: Pick<OperatorRental, 'status' | 'isExpired'>): StatusTone {
  return tones[getRentalTone(status, isExpired)]
}

/** Returns the text of a problem of a rental; the stored text where it is not known. */
export function useProblemText(): (problem: string) => string {
  const { t } = useTranslation()
  const regionName = useRegionName()
  return (problem) => {
    if (problem === 'port taken') return t(($) => $.adminRentals.problems.portTaken)
    if (problem === 'host full') return t(($) => $.adminRentals.problems.hostFull)
    const [, region] = /^there is no room in (\S+)$/.exec(problem) ?? []
    if (region !== undefined) return t(($) => $.adminRentals.problems.noRoom, { region: regionName(region) })
    const [, times] = /^the game ended (\d+) times in a row$/.exec(problem) ?? []
    return times === undefined
      ? problem
      : t(($) => $.adminRentals.problems.crashing, { count: Number(times) })
  }
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A length of time in its two largest units. */
export function useDurationText(): (ms: number) => string {
  const { t } = useTranslation()
  return (ms) => {
    const seconds = Math.floor((ms % minuteMs) / secondMs)
    const minutes = Math.floor((ms % hourMs) / minuteMs)
    const hours = Math.floor((ms % dayMs) / hourMs)
    if (ms < minuteMs) return t(($) => $.adminRentals.span.seconds, { seconds: Math.round(ms / 100) / 10 })
    if (ms < hourMs) return t(($) => $.adminRentals.span.minutes, { minutes, seconds })
    if (ms < dayMs) return t(($) => $.adminRentals.span.hours, { hours, minutes })
    return t(($) => $.adminRentals.span.days, { days: Math.floor(ms / dayMs), hours })
  }
}

/** A moment to the second, without its year: `11-22 15:30:07`, in Asia/Shanghai. */
export function formatExactTime(ms: number): string {
  const toTheSecond = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...clockTime,
    second: '2-digit',
  } as const
  return communityTimeFormat('sv', toTheSecond).format(ms).slice('2026-'.length)
}
