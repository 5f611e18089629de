import type { Call } from '@clutch/contract/api/call.ts'
import { type Field, fieldsOf } from '../input/fields.ts'

/** One `npm run operator -- <noun> <verb>`; what it takes is read off its call. */
export interface Command {
  name: string
  call: Call
  fields: readonly Field[]
  /** The columns of its table, where the answer is a list. */
  columns?: readonly string[]
  /** The part of the answer that is shown. */
  shows?: string
  /** What an operator should know of an answer, or of what was given; null for nothing. */
  warns?: (answer: Record<string, unknown>, given: Record<string, unknown>) => string | null
  /** A last line of its help. */
  note?: string
}

/** A command that takes what its call takes. */
export function plain(name: string, call: Call): Command {
  return { name, call, fields: fieldsOf(call) }
}

/** The names of the values in a call's path, in their order: `steamId`, `group`. */
export function paramsOf({ path }: Call): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}
