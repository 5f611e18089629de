import { randomUUID } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type HttpResponse, textResponse } from '../http-server.ts'
import { createBillFile } from './bill-file.ts'
import { type CallOutcome, refusal } from './api-calls.ts'
import { formatShanghaiTime } from './formats.ts'

const urlLifetimeMs = 30_000

/** Hands out a day's bill by an address that soon ends, as Alipay does; there is none of a day that is not over. */
export class BillDownloads {
  readonly #context: GatewayContext
  readonly #addresses = new Map<string, { day: string; until: number }>()

  constructor(context: GatewayContext) {
    this.#context = context
  }

  /** `base`: where the gateway is. */
  createUrl(query: URLSearchParams, base: string): CallOutcome {
    const { now, getFaults } = this.#context
    const day = query.get('bill_date') ?? ''
    const isOver = /^\d{4}-\d\d-\d\d$/.test(day) && day < formatShanghaiTime(now()).slice(0, 10)
    if (query.get('bill_type') !== 'trade') return refusal('INVALID_PARAMETER', '参数无效')
    if (!isOver || getFaults().bill === 'none') return refusal('isp.bill_not_exist', '账单不存在')
    const token = randomUUID()
    this.#addresses.set(token, { day, until: now() + urlLifetimeMs })
    const address = `${base}/downloadBillFile.resource?bizType=trade&bizDates=${day}&token=${token}`
    return { status: 200, body: { bill_download_url: address } }
  }

  getFile(query: URLSearchParams): HttpResponse {
    const { now, ledger, getFaults } = this.#context
    const asked = this.#addresses.get(query.get('token') ?? '')
    if (!asked || asked.until < now()) return textResponse('expired', 403)
    const body = createBillFile(ledger.trades, asked.day, getFaults().bill)
    return { status: 200, type: 'application/octet-stream', body }
  }
}
