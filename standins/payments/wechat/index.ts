import type { Faults } from '../faults.ts'
import type { Gateway, GatewayContext } from '../gateway.ts'
import { type Answer, type Call, json, openHttp, underFaults } from '../http.ts'
import type { Delivery } from '../notifier.ts'
import type { Trade, TradeRefund } from '../trade.ts'
import { Calls, number } from './calls.ts'
import { Keys, merchant, pem } from './keys.ts'
import { isAccepted, paidEvent, post, probe, refundEvent } from './notify.ts'
import { checkCaller, Refusal, signAnswer } from './signing.ts'

/** WeChat Pay, with the one thing it does besides. */
export interface WechatGateway extends Gateway {
  /** Sends a notify whose signature cannot hold (`WECHATPAY/SIGNTEST/…`), as WeChat Pay does to try merchants. */
  probe: (trade: Trade) => Promise<Delivery | null>
}

/** H3: WeChat Pay's API v3 (Native) on 127.0.0.1, in public-key mode. Rejects when its port is taken. */
export async function openWechat(context: GatewayContext): Promise<WechatGateway> {
  const { ledger, notifier, faults, now, signingNow = Date.now } = context
  const keys = new Keys(context.keyFolder)
  const tellPaid = (trade: Trade): Promise<Delivery | null> => {
    const fault = faults().notify
    return post(trade.notifyUrl, paidEvent(trade, now(), fault), keys, { fault, signingNow })
  }
  const pay = async (trade: Trade): Promise<void> => {
    if (trade.state !== 'waiting') throw new Error(`this payment is ${trade.state}`)
    const paid: Trade = { ...trade, state: 'paid', ref: number('4200'), paidAt: now() }
    ledger.save(paid)
    await notifier.tell({ post: () => tellPaid(paid), accepted: isAccepted })
  }
  const refunded = (trade: Trade, refund: TradeRefund, notifyUrl: string): void => {
    const told = () =>
      post(notifyUrl, refundEvent(trade, refund), keys, { fault: faults().notify, signingNow })
    void notifier.tell({ post: told, accepted: isAccepted })
  }
  let url = ''
  const calls = new Calls(context, { pay, refunded, url: () => url })
  const { port, stop } = await openHttp({
    port: context.port,
    handle: (call) => underFaults(faults(), () => answer(call, { calls, keys, faults })),
  })
  url = `http://127.0.0.1:${port}`
  return {
    provider: 'wechat',
    url,
    environment: () => environment(url, keys),
    pay,
    cancel: async (trade) => {
      if (trade.state === 'waiting') ledger.save({ ...trade, state: 'closed' })
    },
    notify: async (trade) => (trade.state === 'paid' ? tellPaid(trade) : null),
    probe: (trade) => probe(trade.notifyUrl, keys),
    rotate: () => keys.rotate(),
    forget: () => keys.forget(),
    stop,
  }
}

async function answer(
  call: Call,
  { calls, keys, faults }: { calls: Calls; keys: Keys; faults: () => Faults },
): Promise<Answer> {
  const fault = faults().answer
  try {
    checkCaller(call, keys)
    const found = await calls.answer(call)
    // The real one signs everything but a downloaded file: that has its hash.
    const isSigned = call.path !== '/v3/billdownload/file' || fault === 'tampered'
    return found.status < 300 && isSigned ? signAnswer(found, keys, fault) : found
  } catch (error) {
    // Refusals are not signed, as the real ones are not.
    if (error instanceof Refusal) return json({ code: error.code, message: error.message }, error.status)
    throw error
  }
}

function environment(url: string, keys: Keys): Record<string, string> {
  return {
    WECHAT_URL: url,
    WECHAT_APP_ID: merchant.appid,
    WECHAT_MERCHANT_ID: merchant.mchid,
    WECHAT_CERT_SERIAL: keys.merchantSerial,
    WECHAT_PRIVATE_KEY: pem(keys.merchantKey, 'pkcs8'),
    WECHAT_API_V3_KEY: keys.apiV3Key,
    WECHAT_KEYS: keys.published,
  }
}
