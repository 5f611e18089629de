import fc from 'fast-check'

/** A JSON schema, as far as the description of the API uses them. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

/** Values of a schema, nearly always valid: rules that a schema cannot say may refuse them. */
export function arbitraryOf(schema: Schema, named: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const from = (inner: Schema) => arbitraryOf(inner, named)
  if (schema.$ref !== undefined) return from(named[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(from))
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map(from)).map((parts) => Object.assign({}, ...parts) as unknown)
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => from({ ...schema, type })))
  if (schema.type === 'string') return stringsOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array')
    return fc.array(from(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
    })
  if (schema.type === 'object') return objectsOf(schema, from)
  return fc.jsonValue()
}

function stringsOf({ pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  const matching = pattern === undefined ? null : readPattern(pattern)
  if (matching !== null) return matching
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'binary' })
}

/** Strings of a pattern; null for one with parts that cannot be generated, such as a lookahead or a class of Unicode. */
function readPattern(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return null
  }
}

function numbersOf(schema: Schema): fc.Arbitrary<number> {
  const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1_000_001) + 1
  const max = schema.maximum ?? (schema.exclusiveMaximum ?? 1_000_001) - 1
  return schema.type === 'integer'
    ? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) })
    : fc.double({ min, max, noNaN: true })
}

function objectsOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  from: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, from(schema)])),
    { requiredKeys: [...required] },
  )
  if (typeof additionalProperties !== 'object') return known
  const names = propertyNames ? (from(propertyNames) as fc.Arbitrary<string>) : fc.string()
  const others = fc.dictionary(names, from(additionalProperties), { maxKeys: 3 })
  return fc.tuple(others, known).map(([some, fixed]) => ({ ...some, ...(fixed as object) }))
}
