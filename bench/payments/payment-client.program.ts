import { createCipheriv, randomBytes, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedWebhook, WechatMerchant } from './payments-bench.types.ts'
import { median } from '../harness/results.ts'
import { serveTasks } from '../harness/child-program.ts'

export interface WebhookTimings {
  /** ms from the first byte of a notify to the last of its answer. */
  p50: number
  p99: number
}

const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
let signedWebhooks: SignedWebhook[] = []
const agent = new Agent({ keepAlive: true })

/** WeChat Pay: signs webhooks about payments and sends them, several concurrently. */
export const servedTasks = serveTasks(
  {
    /** Answers the file they are written to. */
    sign(merchant: WechatMerchant): string {
      signedWebhooks = merchant.numbers.map((no) => signWebhook(merchant, no))
      const file = join(folder, 'notifies.json')
      writeFileSync(file, JSON.stringify(signedWebhooks))
      return file
    },
    async send({
      url,
      count,
      atOnce,
    }: {
      url: string
      count: number
      atOnce: number
    }): Promise<WebhookTimings> {
      const turn = signedWebhooks.splice(0, count)
      const taken: number[] = []
      const one = async () => {
        for (let notify = turn.shift(); notify; notify = turn.shift()) taken.push(await timePost(url, notify))
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      const p99 = taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? NaN
      return { p50: median(taken), p99 }
    },
  },
  () => {
    agent.destroy()
    rmSync(folder, { recursive: true })
  },
)

/** Returns the transaction of a paid attempt, freshly encrypted and signed. */
function signWebhook(merchant: WechatMerchant, no: string): SignedWebhook {
  const { mchid, appid, apiV3Key, serial, platformKey } = merchant
  const resource = {
    mchid,
    appid,
    out_trade_no: no,
    transaction_id: randomBytes(14).toString('hex'),
    trade_type: 'NATIVE',
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    bank_type: 'OTHERS',
    success_time: new Date().toISOString(),
    payer: { openid: 'o4GgauInH_RCEdvrrNGrntXDuXXX' },
    amount: { total: 8_800, payer_total: 8_800, currency: 'CNY', payer_currency: 'CNY' },
  }
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from('transaction'))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()])
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: new Date().toISOString(),
    resource_type: 'encrypt-resource',
    event_type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      associated_data: 'transaction',
      nonce,
      ciphertext: sealed.toString('base64'),
    },
  })
  const at = String(Math.floor(Date.now() / 1_000))
  const signature = sign('sha256', Buffer.from(`${at}\n${nonce}\n${body}\n`), platformKey).toString('base64')
  const headers = {
    'content-type': 'application/json',
    'wechatpay-timestamp': at,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signature,
  }
  return { headers, body }
}

/** How long it took, ms. */
function timePost(url: string, { headers, body }: SignedWebhook): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200 || answer.statusCode === 204) resolve(performance.now() - began)
        else reject(new Error(`a notify was answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject).end(body)
  })
}
