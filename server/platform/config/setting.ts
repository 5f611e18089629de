import { isIP } from 'node:net'
import { z } from 'zod'
import { parseWebOrigin } from '@clutch/contract/rules/shared/web-origin.ts'
import { KeyRing } from '../keys/keys.ts'

/** One setting: its environment variable, meaning and allowed values. A secret's value is never shown. */
export interface SettingDefinition {
  variable: string
  /** What the variable was called before; it still works and logs a warning. */
  formerVariable?: string
  doc: string
  schema: z.ZodType
  default?: string
  secret?: true
  /** If it is not set, the portal derives it from something else. */
  derived?: true
}

/** Where the value of a setting came from. */
export type SettingSource = 'default' | 'environment' | 'file' | 'derived' | 'unset'

/** The values that definitions are read to, by name. */
export type SettingValues<D extends Record<string, SettingDefinition>> = {
  readonly [Name in keyof D]: z.output<D[Name]['schema']>
}

/** A whole number in a text, both limits included. */
export function integer(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}

/** At least one item, by comma. */
export function list<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item))
}

/** An http(s) address without user, path, query or fragment, as browsers write it; a final slash is dropped. */
export const origin = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(
    (text) => parseWebOrigin(text) === text,
    'must be an http or https address in lower case without a path, like https://cs.example.org',
  )

/** An http(s) address with a path but without user, query or fragment; a final slash is dropped. */
export const httpUrl = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && !/[?#@\s]/.test(text)
  }, 'must be an http or https address without user, query or fragment')

export const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address like smtp://user:password@host:587',
  )

export const postgresUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
    'must be an address like postgres://user:password@host:5432/clutch',
  )

/** Proxies that are believed: `none` reads to an empty list. */
export const trustedProxies = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim())))
  .pipe(z.array(z.string().refine(isNetwork, 'must be none, loopback, or addresses and networks by comma')))

export const keyRing = z.string().superRefine((text, context) => {
  try {
    new KeyRing(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is no key' })
  }
})

function isNetwork(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
