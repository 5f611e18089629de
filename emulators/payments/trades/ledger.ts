import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ProviderName, Trade } from './trade.ts'

/** The providers' payments, stored in a file if one is configured, so that a later start can still refund. */
export class Ledger {
  readonly #trades = new Map<string, Trade>()
  readonly #file: string | undefined

  constructor(file?: string) {
    this.#file = file
    for (const trade of readTrades(file)) this.#trades.set(keyOf(trade.provider, trade.no), trade)
  }

  /** Everything, the newest first. */
  get trades(): readonly Trade[] {
    return [...this.#trades.values()].toReversed()
  }

  find(provider: ProviderName, no: string): Trade | undefined {
    return this.#trades.get(keyOf(provider, no))
  }

  findByOrder(order: string): Trade | undefined {
    return [...this.#trades.values()].find((trade) => trade.order === order)
  }

  /** Adds a trade, or keeps what was changed about one. */
  save(trade: Trade): void {
    this.#trades.set(keyOf(trade.provider, trade.no), trade)
    if (this.#file === undefined) return
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#trades.values()]), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

function keyOf(provider: ProviderName, no: string): string {
  return `${provider} ${no}`
}

function readTrades(file: string | undefined): Trade[] {
  if (file === undefined) return []
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Trade[]
  } catch {
    return []
  }
}
