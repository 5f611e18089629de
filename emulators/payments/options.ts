import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ProviderName } from './trades/trade.ts'

export interface PaymentsEmulatorOptions {
  /** Ports of the page and of the gateways; 0, the default, takes any. */
  ports?: Partial<Record<ProviderName | 'page', number>>
  /** The folder that stores keys between starts; without it they are not stored. */
  keyFolder?: string
  /** The file that stores payments between starts; without it they are not stored. */
  ledgerFile?: string
  /** ms since 1970. */
  now?: () => number
  /** The time of signatures, ms since 1970: the machine's, unless the merchant's own clock is another. */
  signingNow?: () => number
  /** How long after a notify that was not accepted the next one is sent, each time (ms). */
  repeatMs?: readonly number[]
}

export const usage = `node emulators/payments/main.ts --config FILE.json
    FILE.json: { "ports": { "page": 0, "alipay": 0, "wechat": 0, "paypal": 0 }, "keyFolder": "…", "ledgerFile": "…" }
    0 takes a free port; without a folder and a file nothing is stored`

const portNames = ['page', 'alipay', 'wechat', 'paypal'] as const

/** Reads the command line and the file it names; throws an Error whose message says what is wrong. */
export function readPaymentsOptions(args: readonly string[]): PaymentsEmulatorOptions {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } })
  if (values.config === undefined) throw new Error('--config is missing')
  const { ports, keyFolder, ledgerFile } = readObject(JSON.parse(readFileSync(values.config, 'utf8')))
  return {
    ...(ports !== undefined && { ports: readPorts(readObject(ports)) }),
    ...(keyFolder !== undefined && { keyFolder: readPath('keyFolder', keyFolder) }),
    ...(ledgerFile !== undefined && { ledgerFile: readPath('ledgerFile', ledgerFile) }),
  }
}

function readPorts(json: Record<string, unknown>): Partial<Record<ProviderName | 'page', number>> {
  const read = Object.entries(json).map(([name, port]) => {
    if (!portNames.some((known) => known === name)) throw new Error(`there is no port ${name}`)
    if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`the port ${name} must be 0 to 65535`)
    return [name, port] as const
  })
  return Object.fromEntries(read)
}

function readPath(name: string, json: unknown): string {
  if (typeof json === 'string' && json !== '') return json
  throw new Error(`${name} must be a path`)
}

function readObject(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error('expected an object')
  return json as Record<string, unknown>
}
