import type { PaymentOperations } from './payment-operations.types.ts'
import { faultChoices, faultLimits } from './faults/fault-choices.ts'
import type { PaymentFaults } from './faults/faults.ts'
import { TradeError } from './trades/trade-error.ts'
import { type ProviderName, providers } from './trades/trade.ts'

/** What a caller of `/control` or the form of the page wants; names and values as they came. */
export type ControlRequest = Record<string, unknown>

/**
 * Breaks and mends a provider: `{provider, faults?, rotate?, forget?, notify?, reverse?}`, `notify` being the number of a
 * payment to tell of again, `reverse` of one whose money the provider takes back (PayPal). Answers how it misbehaves from now on; throws Impossible for what is not understood, with nothing done.
 */
export async function runControlRequest(
  desk: PaymentOperations,
  asked: ControlRequest,
): Promise<PaymentFaults> {
  const provider = readProvider(asked['provider'])
  const { faults, rotate, forget, notify, reverse } = asked
  const wanted = faults === undefined ? {} : readFaults(faults)
  if (typeof notify === 'string') await desk.sendWebhook(provider, notify)
  if (typeof reverse === 'string') await desk.reverse(provider, reverse)
  if (rotate === true) desk.gateway(provider).rotateKeys()
  if (forget === true) desk.gateway(provider).forget()
  desk.setFaults(provider, wanted)
  return desk.faults(provider)
}

export function readProvider(name: unknown): ProviderName {
  const found = providers.find((known) => known === name)
  if (!found) throw new TradeError(`provider must be one of ${providers.join(', ')}`)
  return found
}

/** Faults as JSON or a form has them; throws Impossible with a line that says what is wrong. */
export function readFaults(json: unknown): Partial<PaymentFaults> {
  if (typeof json !== 'object' || json === null) throw new TradeError('faults must be an object')
  const read = Object.entries(json).map(([name, value]) => [name, readFault(name, value)] as const)
  return Object.fromEntries(read)
}

function readFault(name: string, value: unknown): string | number | boolean {
  if (name === 'reorder') {
    if (typeof value === 'boolean') return value
    throw new TradeError('reorder must be true or false')
  }
  if (isKeyOf(name, faultLimits)) {
    const most = faultLimits[name]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
    throw new TradeError(`${name} must be a whole number up to ${most}`)
  }
  if (!isKeyOf(name, faultChoices)) throw new TradeError(`there is no fault ${name}`)
  const known: readonly string[] = faultChoices[name]
  if (typeof value === 'string' && known.includes(value)) return value
  throw new TradeError(`${name} must be one of ${known.join(', ')}`)
}

function isKeyOf<T extends object>(name: string, of: T): name is string & keyof T {
  return Object.hasOwn(of, name)
}
