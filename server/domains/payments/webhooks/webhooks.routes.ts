import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '@clutch/contract/api/payments/webhooks.ts'
import { webhookMaxBytes } from '@clutch/contract/limits.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { handleWebhook } from './webhooks.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** The calls of the providers. They are limited by nothing: a notify that is refused would be a payment that comes late. */
export async function registerWebhookRoutes(payments: PaymentsContext, app: App): Promise<void> {
  await app.register(async (scope) => {
    takeBytes(scope)
    const receive = async (method: PaymentMethod, request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const {
        status,
        type,
        body: words,
      } = await handleWebhook(payments, method, { headers: request.headers, body })
      // Sent unchanged, without a charset: the provider compares the bytes.
      return reply.code(status).header('content-type', type).send(Buffer.from(words))
    }
    registerCall(scope, calls.receiveAlipayWebhook, ({ request, reply }) => receive('alipay', request, reply))
    registerCall(scope, calls.receiveWechatWebhook, ({ request, reply }) => receive('wechat', request, reply))
    registerCall(scope, calls.receivePaypalWebhook, ({ request, reply }) => receive('paypal', request, reply))
  })
}

/** Any body of any type, even one whose type makes no sense, is a buffer here: the signature is over its bytes. */
function takeBytes(scope: App): void {
  scope.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream'
  })
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: webhookMaxBytes } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}
