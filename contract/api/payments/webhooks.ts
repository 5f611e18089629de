import { defineCall } from '../call.ts'

/** A webhook of a provider. The body is read unchanged: the signature covers its bytes. */
const webhookCall = {
  method: 'POST',
  who: 'provider',
  tag: 'payments',
  errors: ['payment.unverified', 'payment.unavailable', 'payment.not_configured'],
} as const

export const receiveAlipayWebhook = defineCall({
  id: 'receiveAlipayWebhook',
  ...webhookCall,
  path: '/api/payment/notify/alipay',
  accepts: 'application/x-www-form-urlencoded',
  content: ['text/plain'],
  summary: 'Alipay’s webhook about a payment: form-encoded, signed RSA2. Answered with `success` (H3, H5).',
})

export const receiveWechatWebhook = defineCall({
  id: 'receiveWechatWebhook',
  ...webhookCall,
  path: '/api/payment/notify/wechat',
  accepts: 'application/json',
  content: ['application/json'],
  summary:
    'WeChat Pay’s webhook about a payment: signed and encrypted JSON. Answered with 200 and `{"code":"SUCCESS"}` (H3, H5).',
})

export const receivePaypalWebhook = defineCall({
  id: 'receivePaypalWebhook',
  ...webhookCall,
  path: '/api/payment/notify/paypal',
  accepts: 'application/json',
  content: ['application/json'],
  summary: 'PayPal hints at a change: it is verified, then PayPal is asked (H3, H5).',
})
