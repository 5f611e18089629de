import * as z from 'zod/mini'
import { leaseNumberSchema } from '@clutch/contract/api/rentals.ts'
import { line } from '@clutch/contract/api/text.ts'
import { type ErrorCode, PortalError } from '@clutch/contract/errors.ts'
import { durations } from '@clutch/contract/rules/durations.ts'
import { leaseNameProblem, leasePasswordProblem, tidyLeaseName } from '@clutch/contract/rules/lease-fields.ts'
import { paymentMethods } from '@clutch/contract/rules/money.ts'

const common = {
  duration: z.enum(durations),
  paymentMethod: z.enum(paymentMethods),
  isRelocatable: z.boolean(),
}
/** As it was typed: the rules for it have errors of their own (G10). */
const typed = z.string().check(z.maxLength(200))

const newSchema = z.strictObject({
  ...common,
  serverName: typed,
  password: typed,
  region: typed,
  nickname: z.optional(line(64)),
})

const renewSchema = z.strictObject({ ...common, instance_id: leaseNumberSchema })

export type NewOptions = z.output<typeof newSchema>
export type RenewOptions = z.output<typeof renewSchema>

/** The options of a new server, with its name and password tidied; throws the named errors of G10 and `request.invalid`. */
export function readNew(options: unknown): NewOptions {
  const read = readBy(newSchema, options)
  return { ...read, serverName: checkedName(read.serverName), password: checkedPassword(read.password) }
}

/** The options of a renewal; throws `request.invalid`. */
export function readRenewal(options: unknown): RenewOptions {
  return readBy(renewSchema, options)
}

/** The options of a new server as they are kept with its order: the password is sealed by then. */
export function readKept(options: unknown): NewOptions {
  return readBy(newSchema, options)
}

/** G10: a server's name as it is kept; throws its named error. */
function checkedName(name: string): string {
  refuse(leaseNameProblem(name), 'This name cannot be a server’s')
  return tidyLeaseName(name)
}

/** G10, G14: a server's password as it is kept; throws its named error. */
export function checkedPassword(password: string): string {
  refuse(leasePasswordProblem(password), 'This password cannot be a server’s')
  return password.trim()
}

function refuse(problem: ErrorCode | null, words: string): void {
  if (problem !== null) throw new PortalError(problem, words)
}

function readBy<S extends z.ZodMiniType>(schema: S, options: unknown): z.output<S> {
  const read = z.safeParse(schema, options)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError(
    'request.invalid',
    `options: ${issue?.path.join('.') || 'not what this product takes'}`,
  )
}
