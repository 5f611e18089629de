import {
  type NewServerOptions,
  type RenewalOptions,
  newServerOptionsSchema,
  renewalOptionsSchema,
} from '@clutch/contract/api/payments/order-options.ts'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import {
  validateRentalName,
  validateRentalPassword,
  normalizeRentalName,
} from '@clutch/contract/rules/rentals/rental-fields.ts'
import { readOptions } from '../../payments/index.ts'

/** The options of a new server, with its name and password tidied; throws the named errors of G10 and `request.invalid`. */
export function parseNewRentalOptions(options: unknown): NewServerOptions {
  const read = readOptions(newServerOptionsSchema, options)
  return { ...read, serverName: validateName(read.serverName), password: validatePassword(read.password) }
}

/** The options of a renewal; throws `request.invalid`. */
export function parseRenewalOptions(options: unknown): RenewalOptions {
  return readOptions(renewalOptionsSchema, options)
}

/** Parses the options of a new server as stored with its order, with the password encrypted. */
export function parseStoredRentalOptions(options: unknown): NewServerOptions {
  return readOptions(newServerOptionsSchema, options)
}

/** G10: returns a server's name in its stored form; throws its named error. */
function validateName(name: string): string {
  throwIfProblem(validateRentalName(name), 'This name cannot be a server’s')
  return normalizeRentalName(name)
}

/** G10, G14: returns a server's password in its stored form; throws its named error. */
export function validatePassword(password: string): string {
  throwIfProblem(validateRentalPassword(password), 'This password cannot be a server’s')
  return password.trim()
}

function throwIfProblem(problem: ErrorCode | null, words: string): void {
  if (problem !== null) throw new PortalError(problem, words)
}
