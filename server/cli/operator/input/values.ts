import { toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { type Field, optionOf } from './fields.ts'

/** Wrong use of the command: one line for the operator. */
export class UsageWrong extends Error {
  override name = 'UsageWrong'
}

/** A text from the command line as the field's kind; throws UsageWrong. */
export function readValue(field: Field, text: string): unknown {
  const { kinds, choices, texts } = field
  if (text === 'null' && kinds.has('null')) return null
  if (kinds.has('integer') && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (isMoney(field) && text.includes('.') && toMinorUnits(text) !== null) return toMinorUnits(text)
  const list = text === '' ? [] : text.split(',')
  if (kinds.has('array') && (texts || list.every((each) => choices.includes(each)))) return list
  if (kinds.has('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (kinds.has('string') && (choices.length === 0 || choices.includes(text))) return text
  throw new UsageWrong(`${field.path.join('.')}: ${expected(field)}`)
}

/** What a field takes, in words. */
export function expected({ path, kinds, choices }: Pick<Field, 'path' | 'kinds' | 'choices'>): string {
  if (isMoney({ path, kinds })) return 'money, such as 88.00, or in fen or cents: 8800'
  if (kinds.has('array') && choices.length > 0) return `some of ${choices.join(',')}`
  const words = {
    integer: 'a whole number',
    boolean: 'true or false',
    null: 'null',
    string: 'text',
    array: 'texts, separated by commas',
  }
  if (choices.length > 0) return [...choices, ...(kinds.has('null') ? ['null'] : [])].join(' | ')
  return Object.entries(words)
    .flatMap(([kind, word]) => (kinds.has(kind) ? [word] : []))
    .join(' or ')
}

/** Whether a field is an amount in minor units, which people write with a point. */
function isMoney({ path, kinds }: Pick<Field, 'path' | 'kinds'>): boolean {
  return path.at(-1) === 'amount' && kinds.has('integer')
}

/** Puts the values of one place into one tree, and says which that are needed are missing. */
export function treeOf(
  place: Field['place'],
  all: readonly Field[],
  values: ReadonlyMap<Field, unknown>,
): Record<string, unknown> {
  const fields = all.filter((field) => field.place === place)
  const missing = fields.filter((field) => field.required && !values.has(field))
  if (missing.length > 0)
    throw new UsageWrong(`missing: ${missing.map((field) => `--${optionOf(field)}`).join(', ')}`)
  const tree: Record<string, unknown> = {}
  for (const field of fields) if (values.has(field)) put(tree, field.path, values.get(field))
  return tree
}

function put(tree: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    tree[first] = value
    return
  }
  const below = (tree[first] ??= {})
  if (below === null) throw new UsageWrong(`${first}: both removed and set`)
  put(below as Record<string, unknown>, rest, value)
}
