import type { InventoryProblem } from '@clutch/contract/api/inventory/inventory.ts'

/** Why players cannot sign in at the site. The detail repeats nothing secret: no token, no key. */
export interface SignInFailure {
  problem: InventoryProblem
  detail: string
}
