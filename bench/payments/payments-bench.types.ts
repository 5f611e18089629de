/** A notify as WeChat Pay sends it. */
export interface SignedWebhook {
  headers: Record<string, string>
  body: string
}

/** What WeChat Pay knows of the merchant, and the numbers of its payments. */
export interface WechatMerchant {
  url: string
  mchid: string
  appid: string
  apiV3Key: string
  serial: string
  /** WeChat Pay's own key, as PEM. */
  platformKey: string
  numbers: string[]
}
