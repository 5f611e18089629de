import { createServer } from 'node:https'
import { callbackify } from 'node:util'
import type { PaymentFaults } from '../faults/faults.ts'
import type { Gateway, GatewayContext } from '../gateway.ts'
import type { HttpResponse } from '../../http-response.ts'
import { type HttpRequest, startHttpServer, applyResponseFaults } from '../http-server.ts'
import type { Trade } from '../trades/trade.ts'
import { PaypalApi, certificateResponse } from './rest-api.ts'
import { PaypalKeys } from './keys.ts'
import { type WebhookKind, webhookKindOf, createWebhook } from './webhooks.ts'

/** The gateway, and what only PayPal does: a capture may stay pending, and money may be taken back. */
export type PaypalGateway = Required<Gateway>

/** PayPal’s hosts at one port of 127.0.0.1, by TLS, under their names and certified by an authority of its own. */
export async function openPaypalGateway(context: GatewayContext): Promise<PaypalGateway> {
  const { getFaults, ledger, now, webhooks } = context
  const keys = await PaypalKeys.open(context.keyFolder)
  const around = { ...context, keys }
  const tell = async (trade: Trade, kind: WebhookKind) => webhooks.enqueue(createWebhook(trade, kind, around))
  const api = new PaypalApi({
    ...around,
    sendWebhook: async (trade, kind) => {
      const sent = tell(trade, kind)
      if (getFaults().notify === 'before') await sent
    },
  })
  const http = await startHttpServer({
    port: context.port,
    hosts: /^(api(-m)?\.sandbox\.paypal\.com|cacerts\.digicert\.com)$/,
    server: createServer({
      SNICallback: callbackify((_: string) => keys.secureContextFor(getFaults().answer)),
    }),
    handle: (call) => handleRequest(call, { api, keys, faults: getFaults }),
  })
  const change = async (trade: Trade, changes: Partial<Trade>): Promise<void> => {
    ledger.save(Object.assign(trade, changes))
    const kind = webhookKindOf(trade)
    if (kind) await tell(trade, kind)
  }
  return {
    provider: 'paypal',
    url: `https://127.0.0.1:${http.port}`,
    environment: () => buildEnvironment(keys, http.port),
    pay: (trade) => change(trade, { state: 'approved' }),
    cancel: async (trade) => ledger.save(Object.assign(trade, { state: 'closed' })),
    sendWebhook: async (trade) => {
      const kind = webhookKindOf(trade)
      return kind && createWebhook(trade, kind, around).send()
    },
    release: async () => {
      const pending = ledger.trades.filter(
        ({ provider, state, ref }) => provider === 'paypal' && state === 'approved' && ref !== null,
      )
      await Promise.all(pending.map((trade) => change(trade, { state: 'paid', paidAt: now() })))
    },
    reverse: async (trade) => {
      ledger.save(Object.assign(trade, { reversed: now() }))
      await tell(trade, 'CUSTOMER.DISPUTE.CREATED')
      await tell(trade, 'PAYMENT.CAPTURE.REVERSED')
    },
    rotateKeys: () => keys.rotate(),
    forget: () => keys.forget(),
    stop: http.stop,
  }
}

interface RequestContext {
  api: PaypalApi
  keys: PaypalKeys
  faults: () => PaymentFaults
}

async function handleRequest(
  call: HttpRequest,
  { api, keys, faults }: RequestContext,
): Promise<HttpResponse | null> {
  const isFile = call.method === 'GET' && /^\/(v1\/notifications\/certs\/|[^/]+\.crt$)/.test(call.path)
  const answer = await applyResponseFaults(faults(), async () =>
    isFile ? certificateResponse(await keys.certificateAt(call.path)) : api.answer(call),
  )
  if (!answer || isFile || faults().answer !== 'tampered') return answer
  // No answer can be changed within TLS: what is left of it is half of it.
  return { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
}

function buildEnvironment({ account }: PaypalKeys, port: number): Record<string, string> {
  return {
    PAYPAL_ENVIRONMENT: 'sandbox',
    PAYPAL_CLIENT_ID: account.clientId,
    PAYPAL_CLIENT_SECRET: account.clientSecret,
    PAYPAL_WEBHOOK_ID: account.webhookId,
    PAYPAL_CONNECT: `127.0.0.1:${port}`,
    PAYPAL_CA: account.root.certificate,
  }
}
