/** Whether an address was reached from a provider's page: Alipay and PayPal each add parameters of their own, of which nothing is believed. */
export function isPaymentReturn(query: string): boolean {
  const search = new URLSearchParams(query)
  return search.has('out_trade_no') || search.has('PayerID')
}
