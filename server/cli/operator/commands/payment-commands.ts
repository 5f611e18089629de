import { operatorExportOrders } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/payments/operator-orders.ts'
import * as checks from '@clutch/contract/api/payments/operator-payment-checks.ts'
import * as prices from '@clutch/contract/api/payments/operator-prices.ts'
import { type Command, plain } from './command.ts'

const priceColumns = ['product', 'duration', 'relocatable', 'currency', 'amount']
const couponColumns = [
  'code',
  'percent',
  'amount',
  'currency',
  'products',
  'uses',
  'usesEach',
  'used',
  'starts',
  'ends',
]
const orderColumns = [
  'id',
  'number',
  'state',
  'steamId',
  'buyerName',
  'productType',
  'duration',
  'method',
  'currency',
  'amount',
  'refunded',
  'created',
  'troubled',
  'problem',
]
const questionColumns = ['id', 'number', 'steamId', 'buyerName', 'asked', 'text', 'answer', 'answered']
const alertColumns = ['id', 'kind', 'subject', 'count', 'first', 'last', 'detail']
const reportColumns = ['provider', 'day', 'state', 'made', 'problem', 'differences']
const providerColumns = [
  'provider',
  'emulated',
  'host',
  'state',
  'notifyUrl',
  'lastNotify',
  'lastPaid',
  'open',
  'lastFailure',
  'problem',
]

/** What an operator does about prices, orders and the providers (H). */
export const moneyCommands: readonly Command[] = [
  { ...plain('price list', prices.operatorListPrices), columns: priceColumns },
  plain('price set', prices.operatorSetPrice),
  plain('price remove', prices.operatorRemovePrice),
  { ...plain('coupon list', prices.operatorListCoupons), columns: couponColumns },
  plain('coupon set', prices.operatorSetCoupon),
  plain('coupon remove', prices.operatorRemoveCoupon),
  { ...plain('order list', calls.operatorListOrders), columns: orderColumns },
  plain('order export', operatorExportOrders),
  plain('order show', calls.operatorGetOrder),
  plain('order check', calls.operatorCheckOrder),
  plain('order fulfil', calls.operatorFulfilOrder),
  plain('order refund', calls.operatorRefundOrder),
  plain('order approve-refund', calls.operatorApproveRefund),
  plain('order decline-refund', calls.operatorDeclineRefund),
  { ...plain('question list', calls.operatorListOrderQuestions), columns: questionColumns },
  plain('question answer', calls.operatorAnswerOrderQuestion),
  { ...plain('money alerts', checks.operatorListPaymentAlerts), columns: alertColumns },
  plain('money dismiss', checks.operatorDismissPaymentAlert),
  { ...plain('money reports', checks.operatorListReconciliationReports), columns: reportColumns },
  plain('money report', checks.operatorRunReconciliation),
  { ...plain('provider list', checks.operatorListPaymentProviders), columns: providerColumns },
]
