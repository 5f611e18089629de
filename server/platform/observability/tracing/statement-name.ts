import { createHash } from 'node:crypto'

const operation = /\b(select|insert into|update|delete from)\s+/i
const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][\w.]*)/i
const cacheMax = 2_000

/** A statement by what it does, and a number that is the same for every execution of it. */
export interface StatementName {
  /** Such as `select orders`. */
  summary: string
  fingerprint: string
}

const named = new Map<string, StatementName>()

/** Names a statement without its values: lists of parameters of any length are one statement, literals only change the fingerprint. */
export function nameStatement(text: string): StatementName {
  const known = named.get(text)
  if (known) return known
  const shape = text.replace(/\s+/g, ' ').replace(/\$\d+(?:\s*,\s*\$\d+)*/g, '$')
  const [, verb = 'statement'] = operation.exec(shape) ?? []
  const [, name] = table.exec(shape) ?? []
  const summary = [verb.split(' ')[0]?.toLowerCase(), name].filter(Boolean).join(' ')
  const fingerprint = createHash('sha256').update(shape).digest('hex').slice(0, 12)
  if (named.size < cacheMax) named.set(text, { summary, fingerprint })
  return { summary, fingerprint }
}
