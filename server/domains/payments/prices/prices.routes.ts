import {
  operatorListPrices,
  operatorRemovePrice,
  operatorSetPrice,
} from '@clutch/contract/api/payments/operator-prices.ts'
import { getPricing } from '@clutch/contract/api/payments/orders.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import {
  listAllPrices,
  listPrices,
  priceForAudit,
  priceName,
  removePrice,
  setPrice,
} from './prices.service.ts'

/** Registers the calls of prices: the public list (H1), and the operator's changes. */
export function registerPriceCalls(context: AppContext, app: App): void {
  registerCall(app, getPricing, async ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    const { product_type: product, currency } = query
    return { data: { currency, items: await listPrices(context.database, product, currency) } }
  })
  registerCall(app, operatorListPrices, () => listAllPrices(context.database))
  registerCall(
    app,
    operatorSetPrice,
    ({ params, body: { revision, ...price }, writeAudit }) =>
      setPrice(context, { ...params, ...price }, revision, writeAudit),
    {
      subject: ({ params, body }) => priceName({ ...params, ...body }),
      load: ({ params, body }, queries = context.database) => priceForAudit(queries, { ...params, ...body }),
    },
  )
  registerCall(
    app,
    operatorRemovePrice,
    async ({ params, query: { revision, relocatable }, writeAudit }) => {
      await removePrice(context, { ...params, relocatable }, revision, writeAudit)
      return undefined
    },
    {
      subject: ({ params, query }) => priceName({ ...params, ...query }),
      load: ({ params, query }, queries = context.database) =>
        priceForAudit(queries, { ...params, ...query }),
    },
  )
}
