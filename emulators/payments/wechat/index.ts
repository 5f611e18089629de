import type { PaymentFaults } from '../faults/faults.ts'
import type { Gateway, GatewayContext } from '../gateway.ts'
import { type HttpResponse, jsonResponse } from '../../http-response.ts'
import { type HttpRequest, startHttpServer, applyResponseFaults } from '../http-server.ts'
import type { WebhookResponse } from '../webhook-sender.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { WechatApi, randomNumber } from './api-calls.ts'
import { WechatKeys, merchant, toPem } from './keys.ts'
import { isAcceptedResponse, paidEvent, sendWebhook, sendProbe, refundEvent } from './webhooks.ts'
import { verifyRequest, WechatError, signResponse } from './signatures.ts'

/** WeChat Pay, with the one thing it does besides. */
export interface WechatGateway extends Gateway {
  /** Sends a notify whose signature cannot hold (`WECHATPAY/SIGNTEST/…`), as WeChat Pay does to try merchants. */
  sendProbe: (trade: Trade) => Promise<WebhookResponse | null>
}

/** H3: WeChat Pay's API v3 (Native) on 127.0.0.1, in public-key mode. Rejects when its port is taken. */
export async function openWechatGateway(context: GatewayContext): Promise<WechatGateway> {
  const { ledger, webhooks, getFaults, now, signingNow = Date.now } = context
  const keys = new WechatKeys(context.keyFolder)
  const tellPaid = (trade: Trade): Promise<WebhookResponse | null> => {
    const fault = getFaults().notify
    return sendWebhook(trade.notifyUrl, paidEvent(trade, now(), fault), keys, { fault, signingNow })
  }
  const pay = async (trade: Trade): Promise<void> => {
    if (trade.state !== 'waiting') throw new Error(`this payment is ${trade.state}`)
    const paid: Trade = { ...trade, state: 'paid', ref: randomNumber('4200'), paidAt: now() }
    ledger.save(paid)
    await webhooks.enqueue({ send: () => tellPaid(paid), isAccepted: isAcceptedResponse })
  }
  const refunded = (trade: Trade, refund: TradeRefund, notifyUrl: string): void => {
    const send = () =>
      sendWebhook(notifyUrl, refundEvent(trade, refund), keys, { fault: getFaults().notify, signingNow })
    void webhooks.enqueue({ send, isAccepted: isAcceptedResponse })
  }
  let url = ''
  const calls = new WechatApi(context, { pay, onRefunded: refunded, url: () => url })
  const { port, stop } = await startHttpServer({
    port: context.port,
    handle: (call) =>
      applyResponseFaults(getFaults(), () => handleRequest(call, { calls, keys, faults: getFaults })),
  })
  url = `http://127.0.0.1:${port}`
  return {
    provider: 'wechat',
    url,
    environment: () => buildEnvironment(url, keys),
    pay,
    cancel: async (trade) => {
      if (trade.state === 'waiting') ledger.save({ ...trade, state: 'closed' })
    },
    sendWebhook: async (trade) => (trade.state === 'paid' ? tellPaid(trade) : null),
    sendProbe: (trade) => sendProbe(trade.notifyUrl, keys),
    rotateKeys: () => keys.rotate(),
    forget: () => keys.forget(),
    stop,
  }
}

async function handleRequest(
  call: HttpRequest,
  { calls, keys, faults }: { calls: WechatApi; keys: WechatKeys; faults: () => PaymentFaults },
): Promise<HttpResponse> {
  const fault = faults().answer
  try {
    verifyRequest(call, keys)
    const found = await calls.handle(call)
    // The real one signs everything but a downloaded file: that has its hash.
    const isSigned = call.path !== '/v3/billdownload/file' || fault === 'tampered'
    return found.status < 300 && isSigned ? signResponse(found, keys, fault) : found
  } catch (error) {
    // Refusals are not signed, as the real ones are not.
    if (error instanceof WechatError)
      return jsonResponse({ code: error.code, message: error.message }, error.status)
    throw error
  }
}

function buildEnvironment(url: string, keys: WechatKeys): Record<string, string> {
  return {
    WECHAT_URL: url,
    WECHAT_APP_ID: merchant.appid,
    WECHAT_MERCHANT_ID: merchant.mchid,
    WECHAT_CERT_SERIAL: keys.merchantSerial,
    WECHAT_PRIVATE_KEY: toPem(keys.merchantKey, 'pkcs8'),
    WECHAT_API_V3_KEY: keys.apiV3Key,
    WECHAT_KEYS: keys.platformPublicKey,
  }
}
