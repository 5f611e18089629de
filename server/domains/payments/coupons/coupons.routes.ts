import {
  operatorListCoupons,
  operatorRemoveCoupon,
  operatorSetCoupon,
} from '@clutch/contract/api/payments/operator-prices.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { listCoupons, loadCouponForAudit, removeCoupon, setCoupon } from './coupons.service.ts'

/** Registers the operator’s calls about coupons. */
export function registerCouponRoutes(context: AppContext, app: App): void {
  registerCall(app, operatorListCoupons, () => listCoupons(context.database))
  const audit = {
    load: ({ params }: { params: { code: string } }, queries: Queries = context.database) =>
      loadCouponForAudit(queries, params.code),
  }
  registerCall(
    app,
    operatorSetCoupon,
    ({ params, body, writeAudit }) => setCoupon(context, params.code, body, writeAudit),
    audit,
  )
  registerCall(
    app,
    operatorRemoveCoupon,
    async ({ params, query, writeAudit }) => {
      await removeCoupon(context, params.code, query.revision, writeAudit)
      return undefined
    },
    audit,
  )
}
