/**
 * What the built page has in place of `zod/mini` (`web/build/small-schemas.ts`): the functions that the contract uses, with the same
 * results and without messages, in a tenth of the size. `small-schemas.test.ts` compares both for every reply of the contract.
 */

const wrong = Symbol('wrong')

/** Returns the value as the schema outputs it, or `wrong`. Checks are skipped with `typesOnly`, as in zod's `skipChecks`. */
type Read = (value: unknown, typesOnly: boolean) => unknown
/** A schema is a check, too. */
type Check = Schema | ((value: unknown) => unknown)
type Shape = Record<string, Schema>
type Rest = 'strip' | 'refuse' | Schema

interface Context {
  skipChecks?: boolean
}

interface Parts {
  shape?: Shape
  rest?: Rest
  /** The values of an enumeration. */
  options?: readonly unknown[]
}

class Schema {
  readonly read: Read
  readonly shape: Shape
  readonly rest: Rest
  readonly options: readonly unknown[]

  constructor(read: Read, { shape = {}, rest = 'strip', options = [] }: Parts = {}) {
    this.read = read
    this.shape = shape
    this.rest = rest
    this.options = options
  }

  check(...checks: readonly Check[]): Schema {
    const read: Read = (value, typesOnly) => {
      const output = this.read(value, typesOnly)
      return typesOnly ? output : checks.reduce<unknown>(runCheck, output)
    }
    return new Schema(read, this)
  }

  safeParse(value: unknown, context?: Context) {
    return safeParse(this, value, context)
  }
}

function runCheck(held: unknown, check: Check): unknown {
  if (held === wrong) return wrong
  return check instanceof Schema ? check.read(held, false) : check(held)
}

/** Checks a value; with `skipChecks` only its types. */
export function safeParse(schema: Schema, value: unknown, { skipChecks = false }: Context = {}) {
  const data = schema.read(value, skipChecks)
  return data === wrong ? { success: false as const, data: undefined } : { success: true as const, data }
}

/** Like `safeParse`; throws where the value is not as agreed. */
export function parse(schema: Schema, value: unknown, context?: Context): unknown {
  const { success, data } = safeParse(schema, value, context)
  if (!success) throw new TypeError('not the agreed value')
  return data
}

/** The page has no settings for schemas. */
export function config(): void {
  return
}

const accept = (isRight: (value: unknown) => boolean, parts?: Parts) =>
  new Schema((value) => (isRight(value) ? value : wrong), parts)

export const unknown = () => accept(() => true)
export const string = () => accept((value) => typeof value === 'string')
export const number = () => accept((value) => Number.isFinite(value))
export const boolean = () => accept((value) => typeof value === 'boolean')
const nothing = (empty: null | undefined) => accept((value) => value === empty)
const nullSchema = () => nothing(null)
const undefinedSchema = () => nothing(undefined)
export { nullSchema as null, undefinedSchema as undefined }

export const int = () => number().check(require(Number.isSafeInteger))
export const coerce = {
  number: () => {
    const inner = number()
    return new Schema((value, typesOnly) => inner.read(toNumber(value), typesOnly))
  },
}

function toNumber(value: unknown): unknown {
  try {
    return Number(value)
  } catch {
    return wrong
  }
}

const uuidPattern =
  /^([\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i
export const uuid = () => string().check(regex(uuidPattern))

const enumSchema = (options: readonly unknown[]) => accept((value) => options.includes(value), { options })
export { enumSchema as enum }
export const literal = (value: unknown) => enumSchema(Array.isArray(value) ? value : [value])

export const optional = (inner: Schema) => orElse(inner, undefined, undefined)
export const nullable = (inner: Schema) => orElse(inner, null, null)
export const nullish = (inner: Schema) => optional(nullable(inner))
export const _default = (inner: Schema, value: unknown) => orElse(inner, undefined, value)

function orElse(inner: Schema, empty: unknown, instead: unknown): Schema {
  return new Schema((value, typesOnly) => (value === empty ? instead : inner.read(value, typesOnly)))
}

export const array = (item: Schema) =>
  new Schema((value, typesOnly) => {
    if (!Array.isArray(value)) return wrong
    const items = value.map((one: unknown) => item.read(one, typesOnly))
    return items.includes(wrong) ? wrong : items
  })

export const union = (choices: readonly Schema[]) =>
  new Schema((value, typesOnly) => {
    for (const choice of choices) {
      const output = choice.read(value, typesOnly)
      if (output !== wrong) return output
    }
    return wrong
  })

export const pipe = (first: Schema, second: Schema) =>
  new Schema((value, typesOnly) => {
    const output = first.read(value, typesOnly)
    return output === wrong ? wrong : second.read(output, typesOnly)
  })

export const transform = (change: (value: unknown) => unknown) => new Schema(change)

export const object = (shape: Shape) => createObject(shape, 'strip')
export const strictObject = (shape: Shape) => createObject(shape, 'refuse')
export const looseObject = (shape: Shape) => createObject(shape, unknown())
export const catchall = ({ shape }: Schema, rest: Schema) => createObject(shape, rest)
export const extend = ({ shape, rest }: Schema, more: Shape) => createObject({ ...shape, ...more }, rest)

export function omit({ shape, rest }: Schema, names: object): Schema {
  return createObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in names))), rest)
}

export function partial({ shape, rest }: Schema): Schema {
  const parts = Object.entries(shape).map(([name, part]) => [name, optional(part)] as const)
  return createObject(Object.fromEntries(parts), rest)
}

function createObject(shape: Shape, rest: Rest): Schema {
  const read: Read = (value, typesOnly) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
    const input = value as Record<string, unknown>
    const output: Record<string, unknown> = {}
    for (const name of Object.keys(input)) {
      if (Object.hasOwn(shape, name) || rest === 'strip' || name === '__proto__') continue
      output[name] = rest === 'refuse' ? wrong : rest.read(input[name], typesOnly)
    }
    for (const [name, part] of Object.entries(shape)) {
      const read = part.read(input[name], typesOnly)
      if (read !== undefined || name in input) output[name] = read
    }
    return Object.values(output).includes(wrong) ? wrong : output
  }
  return new Schema(read, { shape, rest })
}

/** A check that leaves the value as it is. */
function require<T>(isRight: (value: T) => unknown): Check {
  return (value) => (isRight(value as T) ? value : wrong)
}

export { require as refine }
export const regex = (pattern: RegExp) => require((text: string) => text.search(pattern) >= 0)
export const minLength = (min: number) => require(({ length }: string) => length >= min)
export const maxLength = (max: number) => require(({ length }: string) => length <= max)
export const minimum = (min: number) => require((value: number) => value >= min)
export const maximum = (max: number) => require((value: number) => value <= max)
export const trim = (): Check => (text) => (text as string).trim()
export const toLowerCase = (): Check => (text) => (text as string).toLowerCase()
