import * as z from 'zod/mini'
import { rentalNumberSchema } from '@clutch/contract/api/rentals/rentals.ts'
import { line } from '@clutch/contract/api/shared/fields.ts'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import { durations } from '@clutch/contract/rules/payments/durations.ts'
import {
  validateRentalName,
  validateRentalPassword,
  normalizeRentalName,
} from '@clutch/contract/rules/rentals/rental-fields.ts'
import { paymentMethods } from '@clutch/contract/rules/payments/money.ts'

const commonOptions = {
  duration: z.enum(durations),
  paymentMethod: z.enum(paymentMethods),
  isRelocatable: z.boolean(),
}
/** As it was typed: the rules for it have errors of their own (G10). */
const rawText = z.string().check(z.maxLength(200))

const newRentalSchema = z.strictObject({
  ...commonOptions,
  serverName: rawText,
  password: rawText,
  region: rawText,
  nickname: z.optional(line(64)),
})

const renewalSchema = z.strictObject({ ...commonOptions, instance_id: rentalNumberSchema })

export type NewRentalOptions = z.output<typeof newRentalSchema>
export type RenewalOptions = z.output<typeof renewalSchema>

/** The options of a new server, with its name and password tidied; throws the named errors of G10 and `request.invalid`. */
export function parseNewRentalOptions(options: unknown): NewRentalOptions {
  const read = parseOptions(newRentalSchema, options)
  return { ...read, serverName: validateName(read.serverName), password: validatePassword(read.password) }
}

/** The options of a renewal; throws `request.invalid`. */
export function parseRenewalOptions(options: unknown): RenewalOptions {
  return parseOptions(renewalSchema, options)
}

/** Parses the options of a new server as stored with its order, with the password encrypted. */
export function parseStoredRentalOptions(options: unknown): NewRentalOptions {
  return parseOptions(newRentalSchema, options)
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

function parseOptions<S extends z.ZodMiniType>(schema: S, options: unknown): z.output<S> {
  const read = z.safeParse(schema, options)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError(
    'request.invalid',
    `options: ${issue?.path.join('.') || 'not what this product takes'}`,
  )
}
