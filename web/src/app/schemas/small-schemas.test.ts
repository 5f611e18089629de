import { typesOnly, type Call } from '@clutch/contract/api/call.ts'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import * as zod from 'zod/mini'
import * as small from './small-schemas.ts'

type SmallSchema = Parameters<typeof small.safeParse>[0]

let calls: readonly Call[]
let slimCalls: readonly Call[]

beforeAll(async () => {
  calls = await loadCalls()
  vi.doMock('zod/mini', () => small)
  vi.resetModules()
  slimCalls = await loadCalls()
})

async function loadCalls(): Promise<readonly Call[]> {
  return (await import('@clutch/contract/api/index.ts')).allCalls
}

function readWithZod(schema: unknown, value: unknown, context?: typeof typesOnly) {
  const { success, data } = zod.safeParse(schema as zod.ZodMiniType, value, context)
  return { success, data }
}

function readSmall(schema: unknown, value: unknown, context?: typeof typesOnly) {
  return small.safeParse(schema as SmallSchema, value, context)
}

test.each(['reply', 'row', 'params', 'query', 'body'] as const)(
  'every %s of the contract is read as zod reads it, also a wrong one',
  (part) => {
    let compared = 0
    for (const [index, { [part]: schema, path }] of calls.entries()) {
      if (schema === undefined) continue
      const slim = slimCalls[index]?.[part]
      expect(slim).toHaveProperty('read')
      expect(slimCalls[index]?.path).toBe(path)
      fc.assert(
        fc.property(valueOf(schema), fc.nat(), junk, (value, place, other) => {
          for (const one of [value, replaceOne(value, place, other), other]) {
            expect(readSmall(slim, one, typesOnly)).toEqual(readWithZod(schema, one, typesOnly))
            expect(readSmall(slim, one)).toEqual(readWithZod(schema, one))
          }
        }),
        { numRuns: 5 },
      )
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  },
)

type Schemas = Pick<
  typeof zod,
  'coerce' | 'enum' | 'int' | 'literal' | 'object' | 'pipe' | 'string' | 'transform' | 'uuid'
> &
  Pick<
    typeof zod,
    'catchall' | 'extend' | 'looseObject' | 'maximum' | 'minLength' | 'minimum' | 'nullish' | 'number'
  > &
  Pick<
    typeof zod,
    'omit' | 'optional' | 'partial' | 'refine' | 'regex' | 'strictObject' | 'toLowerCase' | 'trim'
  >

const pair = (build: (z: Schemas) => unknown) => [build(zod), build(small as unknown as Schemas)] as const

test.each([
  [pair((z) => z.int().check(z.minimum(1), z.maximum(3))), [0, 1, 3, 4, 1.5, '1', Number.NaN, 2 ** 53]],
  [pair((z) => z.number()), [0, -1.5, Number.POSITIVE_INFINITY, Number.NaN, '0', null]],
  [
    pair((z) => z.coerce.number().check(z.int())),
    ['7', '7.5', '', 'x', null, true, [], {}, Symbol('x'), undefined],
  ],
  [
    pair((z) => z.uuid()),
    ['0190a5e8-7c1e-7cc0-a6f5-3f1f6a1e0c11', '0190a5e8-7c1e-0cc0-a6f5-3f1f6a1e0c11', 'x', 1],
  ],
  [
    pair((z) => z.string().check(z.trim(), z.toLowerCase(), z.minLength(2), z.regex(/^a/))),
    [' AB ', 'A', ' B C', 1],
  ],
  [pair((z) => z.literal(['a', 1, null])), ['a', 1, null, '1', undefined]],
  [pair((z) => z.enum(['a', 'b'])), ['a', 'c', 'toString', 0]],
  [pair((z) => z.nullish(z.string())), [null, undefined, '', 0]],
  [
    pair((z) =>
      z.pipe(
        z.string(),
        z.transform((text) => text.length),
      ),
    ),
    ['abc', 1],
  ],
  [
    pair((z) => z.object({ a: z.optional(z.string()) })),
    [{}, { a: undefined }, { a: 'x', b: 1 }, { a: 1 }, [], null, 'x', JSON.parse('{"__proto__":{"a":1}}')],
  ],
  [pair((z) => z.strictObject({ a: z.string() })), [{ a: 'x' }, { a: 'x', b: 1 }, {}]],
  [
    pair((z) => z.looseObject({ a: z.string() })),
    [{ a: 'x', b: [1] }, { b: 1 }, JSON.parse('{"a":"x","__proto__":1}')],
  ],
  [pair((z) => z.catchall(z.object({}), z.string())), [{}, { a: 'x' }, { a: 'x', b: 1 }]],
  [
    pair((z) => z.partial(z.omit(z.extend(z.strictObject({ a: z.string() }), { b: z.int() }), { a: true }))),
    [{}, { b: 1 }, { a: 'x' }, { b: 'x' }],
  ],
  [
    pair((z) => z.object({ a: z.string() }).check(z.refine(({ a }) => a !== 'x'))),
    [{ a: 'x' }, { a: 'y' }, {}],
  ],
])('values are read as zod reads them (%#)', ([schema, slim], values) => {
  for (const value of values) {
    expect(readSmall(slim, value)).toEqual(readWithZod(schema, value))
    expect(readSmall(slim, value, typesOnly)).toEqual(readWithZod(schema, value, typesOnly))
  }
})

test('what is not as agreed is refused with an error', () => {
  expect(() => small.parse(small.string(), 1)).toThrow(TypeError)
  expect(small.parse(small.string(), 'x')).toBe('x')
})

const junk = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', 'x', '1', true, -1, 1.5, [], {}, [null], { x: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
)

interface Definition {
  type: string
  shape?: Record<string, zod.ZodMiniType>
  innerType?: zod.ZodMiniType
  element?: zod.ZodMiniType
  in?: zod.ZodMiniType
  options?: readonly zod.ZodMiniType[]
  entries?: Record<string, string>
  values?: readonly unknown[]
}

/** Values of the types that a schema names. */
function valueOf(schema: zod.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  const inner = definition.innerType ?? definition.element ?? definition.in
  switch (definition.type) {
    case 'object':
      return objectOf(definition.shape ?? {})
    case 'array':
      return fc.array(valueOf(inner ?? zod.unknown()), { maxLength: 2 })
    case 'optional':
    case 'default':
      return fc.option(valueOf(inner ?? zod.unknown()), { nil: undefined })
    case 'nullable':
      return fc.option(valueOf(inner ?? zod.unknown()), { nil: null })
    case 'pipe':
      return valueOf(inner ?? zod.unknown())
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(valueOf))
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.uuid(),
        fc.constantFrom('76561197960265729', 'a@b.example'),
      )
    case 'number':
      return fc.oneof(fc.integer({ min: -5, max: 99 }), fc.double({ noNaN: true }))
    case 'boolean':
      return fc.boolean()
    default:
      return junk
  }
}

function objectOf(shape: Record<string, zod.ZodMiniType>): fc.Arbitrary<unknown> {
  const parts = Object.entries(shape).map(([name, part]) => [name, valueOf(part)] as const)
  return fc
    .tuple(fc.record(Object.fromEntries(parts)), fc.option(junk, { nil: undefined }))
    .map(([value, more]) => {
      return more === undefined ? value : { ...value, more }
    })
}

/** The same value with another value, or none, at one of its places. */
function replaceOne(value: unknown, place: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other
  const names = Object.keys(value)
  const name = names[place % Math.max(names.length, 1)]
  if (name === undefined) return other
  const inner: unknown = (value as Record<string, unknown>)[name]
  const next = place % 3 === 0 ? replaceOne(inner, Math.floor(place / 3), other) : other
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === name ? next : item))
    : { ...value, [name]: next }
}
