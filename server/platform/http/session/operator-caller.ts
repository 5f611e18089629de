import {
  type OperatorPermissions,
  ownerPermissions,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { SessionUser } from './session.types.ts'

/** Who makes an operator's call: their session (null for the operator's token), and what they may do. */
export interface OperatorCaller {
  session: SessionUser | null
  permissions: OperatorPermissions
}

/** The bearer of the operator's token, who may do everything. */
export const operatorToken: OperatorCaller = { session: null, permissions: ownerPermissions }
