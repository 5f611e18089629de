import type { Features } from '@clutch/contract/features.ts'
import type { NavigationError } from '../navigation/navigation-error.ts'
import type { PlainAddress } from '../router/addresses.ts'
import type { Arrival, Redirect, Route } from '../router/page-router.ts'

type Check = (arrival: Arrival) => Redirect | undefined

/** A2: without the feature the address leads to the start page, which says so. */
export function requireFeature(isOn: (features: Features) => boolean): Check {
  return ({ portal }) => (isOn(portal.features) ? undefined : { to: '/', error: 'featureOff' })
}

/** Checks one after another: the first that leads elsewhere counts. */
export function checkAll(...checks: Check[]): Check {
  return (arrival) => {
    for (const check of checks) {
      const redirect = check(arrival)
      if (redirect !== undefined) return redirect
    }
    return undefined
  }
}

/** An address that only leads to another. */
export function leadTo(to: PlainAddress, error?: NavigationError): Route {
  return { check: () => ({ to, ...(error !== undefined && { error }) }) }
}
