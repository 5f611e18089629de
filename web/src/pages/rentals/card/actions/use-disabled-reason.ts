import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { RentalAction } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { getDisabledReason } from '../../rental-state.ts'

/** Whole seconds until the lock of a restart ends; 0 without one. */
export function lockedSeconds({ locked_until }: RentalView, now: number): number {
  return locked_until === null ? 0 : Math.max(0, Math.ceil((locked_until - now) / 1_000))
}

/** G7, G19: why an action cannot be done now, in words; undefined where it can. */
export function useDisabledReason(
  server: RentalView,
  now: number,
): (action: RentalAction) => string | undefined {
  const { t } = useTranslation()
  return (action) => {
    const bar = getDisabledReason(server, action, now)
    if (bar === null) return undefined
    return t(($) => $.practice.card.bar[bar], { seconds: lockedSeconds(server, now) })
  }
}
