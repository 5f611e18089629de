import { defineCall } from '../call.ts'

/** What a provider tells by itself. The body is read as it came: the signature is over its bytes. */
const webhookCall = {
  method: 'POST',
  who: 'provider',
  tag: 'payments',
  errors: ['payment.unverified', 'payment.unavailable', 'payment.not_configured'],
} as const

export const receiveAlipayWebhook = defineCall({
  ...webhookCall,
  path: '/api/payment/notify/alipay',
  summary: 'Alipay tells of a payment: form-encoded, signed RSA2. Answered with `success` (H3, H5).',
})

export const receiveWechatWebhook = defineCall({
  ...webhookCall,
  path: '/api/payment/notify/wechat',
  summary:
    'WeChat Pay tells of a payment: signed and sealed JSON. Answered with 200 and `{"code":"SUCCESS"}` (H3, H5).',
})

export const receivePaypalWebhook = defineCall({
  ...webhookCall,
  path: '/api/payment/notify/paypal',
  summary: 'PayPal hints at a change: it is verified, then PayPal is asked (H3, H5).',
})
