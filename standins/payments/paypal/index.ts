import { createServer } from 'node:https'
import { callbackify } from 'node:util'
import type { Faults } from '../faults.ts'
import type { Gateway, GatewayContext } from '../gateway.ts'
import { type Answer, type Call, openHttp, underFaults } from '../http.ts'
import type { Trade } from '../trade.ts'
import { Api, certificateFile } from './api.ts'
import { Keys } from './keys.ts'
import { type Kind, kindOf, messageOf } from './webhooks.ts'

/** The gateway, and what only PayPal does: a capture may stay pending, and money may be taken back. */
export type PaypalGateway = Required<Gateway>

/** PayPal’s hosts at one port of 127.0.0.1, by TLS, under their names and certified by an authority of its own. */
export async function openPaypal(context: GatewayContext): Promise<PaypalGateway> {
  const { faults, ledger, now, notifier } = context
  const keys = await Keys.open(context.keyFolder)
  const around = { ...context, keys }
  const tell = async (trade: Trade, kind: Kind) => notifier.tell(messageOf(trade, kind, around))
  const api = new Api({
    ...around,
    tell: async (trade, kind) => {
      const told = tell(trade, kind)
      if (faults().notify === 'before') await told
    },
  })
  const http = await openHttp({
    port: context.port,
    hosts: /^(api(-m)?\.sandbox\.paypal\.com|cacerts\.digicert\.com)$/,
    server: createServer({
      SNICallback: callbackify((_: string) => keys.tls(faults().answer)),
    }),
    handle: (call) => handle(call, { api, keys, faults }),
  })
  const change = async (trade: Trade, changes: Partial<Trade>): Promise<void> => {
    ledger.save(Object.assign(trade, changes))
    const kind = kindOf(trade)
    if (kind) await tell(trade, kind)
  }
  return {
    provider: 'paypal',
    url: `https://127.0.0.1:${http.port}`,
    environment: () => environmentOf(keys, http.port),
    pay: (trade) => change(trade, { state: 'approved' }),
    cancel: async (trade) => ledger.save(Object.assign(trade, { state: 'closed' })),
    notify: async (trade) => {
      const kind = kindOf(trade)
      return kind && messageOf(trade, kind, around).post()
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
    rotate: () => keys.rotate(),
    forget: () => keys.forget(),
    stop: http.stop,
  }
}

interface Handling {
  api: Api
  keys: Keys
  faults: () => Faults
}

async function handle(call: Call, { api, keys, faults }: Handling): Promise<Answer | null> {
  const isFile = call.method === 'GET' && /^\/(v1\/notifications\/certs\/|[^/]+\.crt$)/.test(call.path)
  const answer = await underFaults(faults(), async () =>
    isFile ? certificateFile(await keys.file(call.path)) : api.answer(call),
  )
  if (!answer || isFile || faults().answer !== 'tampered') return answer
  // No answer can be changed within TLS: what is left of it is half of it.
  return { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
}

function environmentOf({ account }: Keys, port: number): Record<string, string> {
  return {
    PAYPAL_ENVIRONMENT: 'sandbox',
    PAYPAL_CLIENT_ID: account.clientId,
    PAYPAL_CLIENT_SECRET: account.clientSecret,
    PAYPAL_WEBHOOK_ID: account.webhookId,
    PAYPAL_CONNECT: `127.0.0.1:${port}`,
    PAYPAL_CA: account.root.certificate,
  }
}
