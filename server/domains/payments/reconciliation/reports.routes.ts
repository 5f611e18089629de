import {
  operatorListReconciliationReports,
  operatorRunReconciliation,
} from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { type PaymentsContext, providerOf } from '../payments-context.ts'
import { listReports, makeReport } from './reports.service.ts'

/** Registers the operator’s calls of the daily comparisons. */
export function registerReportRoutes(payments: PaymentsContext, app: App): void {
  const { database } = payments.context
  registerCall(app, operatorListReconciliationReports, ({ query }) => listReports(database, query))
  registerCall(
    app,
    operatorRunReconciliation,
    ({ params }) => makeReport(payments, providerOf(payments, params.provider), params.day),
    {
      subject: ({ params }) => `${params.provider} ${params.day}`,
      created: ({ state, differences }) => ({ state, differences: differences.length }),
    },
  )
}
