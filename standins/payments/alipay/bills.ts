import { randomUUID } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type Answer, plain } from '../http.ts'
import { billOf } from './bill.ts'
import { type Outcome, refuse } from './calls.ts'
import { shanghai } from './shapes.ts'

const addressLivesMs = 30_000

/** Hands out a day's bill by an address that soon ends, as Alipay does; there is none of a day that is not over. */
export class Bills {
  readonly #context: GatewayContext
  readonly #addresses = new Map<string, { day: string; until: number }>()

  constructor(context: GatewayContext) {
    this.#context = context
  }

  /** `base`: where the gateway is. */
  address(query: URLSearchParams, base: string): Outcome {
    const { now, faults } = this.#context
    const day = query.get('bill_date') ?? ''
    const isOver = /^\d{4}-\d\d-\d\d$/.test(day) && day < shanghai(now()).slice(0, 10)
    if (query.get('bill_type') !== 'trade') return refuse('INVALID_PARAMETER', '参数无效')
    if (!isOver || faults().bill === 'none') return refuse('isp.bill_not_exist', '账单不存在')
    const token = randomUUID()
    this.#addresses.set(token, { day, until: now() + addressLivesMs })
    const address = `${base}/downloadBillFile.resource?bizType=trade&bizDates=${day}&token=${token}`
    return { status: 200, body: { bill_download_url: address } }
  }

  file(query: URLSearchParams): Answer {
    const { now, ledger, faults } = this.#context
    const asked = this.#addresses.get(query.get('token') ?? '')
    if (!asked || asked.until < now()) return plain('expired', 403)
    const body = billOf(ledger.trades, asked.day, faults().bill)
    return { status: 200, type: 'application/octet-stream', body }
  }
}
