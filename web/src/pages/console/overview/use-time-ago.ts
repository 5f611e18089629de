import { useTranslation } from '../../../locales/translate.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long ago a moment was (both in ms), in words; `null` was never. */
export function useTimeAgo(): (at: number | null, now: number) => string {
  const { t } = useTranslation()
  return (at, now) => {
    if (at === null) return t(($) => $.adminOverview.ago.never)
    const seconds = Math.max(0, Math.round((now - at) / 1_000))
    if (seconds < minute) return t(($) => $.adminOverview.ago.seconds, { n: seconds })
    if (seconds < hour) return t(($) => $.adminOverview.ago.minutes, { n: Math.floor(seconds / minute) })
    if (seconds < day) return t(($) => $.adminOverview.ago.hours, { n: Math.floor(seconds / hour) })
    return t(($) => $.adminOverview.ago.days, { n: Math.floor(seconds / day) })
  }
}
