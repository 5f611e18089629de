import { createRoute } from '@tanstack/react-router'
import { redirectKeepingError, rootRoute } from './root-route.ts'

const route = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inventory',
  beforeLoad: ({ context, location, search }) => {
    if (!context.portal.features.inventory.enabled) throw redirectKeepingError('/', location, 'featureOff')
    if (search.from !== undefined) throw redirectKeepingError('/', location)
  },
})

/** Itself, and anything else under /inventory, which leads to it. */
const restRoute = createRoute({
  getParentRoute: () => route,
  path: '$',
  beforeLoad: ({ location, params }) => {
    if (params._splat) throw redirectKeepingError('/inventory', location)
  },
})

/**
 * A2, A5: everything under /inventory needs its feature, and a visitor who comes from nowhere else. The shell shows the inventory,
 * beside what routes show.
 */
export const inventoryRoute = route.addChildren([restRoute])
