import * as z from 'zod/mini'
import type { Call } from '@clutch/contract/api/call.ts'

/** One value a command takes, read off its call's schema. */
export interface Field {
  path: readonly string[]
  /** Where in the request it goes. */
  place: 'body' | 'query'
  kinds: ReadonlySet<string>
  choices: readonly string[]
  /** A list of any texts. */
  texts?: boolean
  required: boolean
  /** Never on a command line: other users of the machine can read those. */
  secret: boolean
}

type Placeless = Omit<Field, 'place'>

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  /** The kinds of a union, each with its `kind` as a constant. */
  oneOf?: Schema[]
  enum?: string[]
  const?: unknown
  items?: Schema
  default?: unknown
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
}

/** Every value of a call's body and of its query. */
export function fieldsOf({ body, query }: Call): Field[] {
  return [...fieldsIn('body', body), ...fieldsIn('query', query)]
}

function fieldsIn(place: Field['place'], schema: Call['body']): Field[] {
  if (!schema) return []
  const found = walk(z.toJSONSchema(schema, { io: 'input' }) as Schema, [], true)
  return found.map((field) => ({ ...field, place }))
}

/** `--name-display` of `name_display`, `--rules-zh` of `rules.zh`. */
export function optionOf({ path, secret }: Pick<Field, 'path' | 'secret'>): string {
  const name = path
    .join('-')
    .replaceAll('_', '-')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return secret ? `${name}-file` : name
}

function walk(schema: Schema, path: readonly string[], required: boolean): Placeless[] {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema]
  const properties = mergeProperties(variants.map((variant) => propertiesOf(variant)))
  if (properties.length === 0) return [leaf(schema, variants, path, required)]
  const below = properties.flatMap(({ name, value, needed }) =>
    walk(value, [...path, name], required && needed),
  )
  const removable = variants.some((variant) => variant.type === 'null')
  const whole = { path, kinds: new Set(['null']), choices: [], required: false, secret: false }
  return removable ? [whole, ...below] : below
}

interface Property {
  name: string
  value: Schema
  needed: boolean
}

/** The properties of all kinds of a union, each once: needed where every kind needs it. */
function mergeProperties(variants: readonly Property[][]): Property[] {
  const kinds = variants.filter((properties) => properties.length > 0)
  return [...Map.groupBy(kinds.flat(), ({ name }) => name)].map(([name, same]) => {
    const [only] = same
    if (only && kinds.length === 1) return only
    const anyOf = same.flatMap(({ value }) => value.anyOf ?? [value])
    return {
      name,
      value: { anyOf },
      needed: same.length === kinds.length && same.every(({ needed }) => needed),
    }
  })
}

function propertiesOf(schema: Schema): Property[] {
  const names = schema.propertyNames?.enum ?? []
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      value: property,
      needed: (schema.required ?? []).includes(name),
    })),
    ...names.map((name) => ({ name, value, needed: false })),
  ]
}

function leaf(schema: Schema, variants: Schema[], path: readonly string[], required: boolean): Placeless {
  const kinds = new Set(variants.flatMap((variant) => variant.type ?? []))
  const constants = variants.flatMap((variant) => (typeof variant.const === 'string' ? [variant.const] : []))
  const choices = schema.items?.enum ?? [
    ...new Set([...variants.flatMap((variant) => variant.enum ?? []), ...constants]),
  ]
  const texts = choices.length === 0 && variants.some(({ items }) => items?.type === 'string')
  const secret = (texts || kinds.has('string')) && isSecret(path)
  return { path, kinds, choices, texts, required, secret }
}

/** By the name: a `key` alone is that of a repeated request. The addresses of channels hold their keys. */
const secretPattern = /(?:password|secret|tokens?|[a-z]Key|_key)$/

function isSecret(path: readonly string[]): boolean {
  const whole = path.join('.')
  return secretPattern.test(whole) || whole === 'target.url'
}
