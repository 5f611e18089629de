import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

type Schema = Record<string, unknown>

interface CustomResourceDefinition {
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: { properties: { spec: Schema } } } }[]
  }
}

interface CustomObject {
  apiVersion: string
  kind: string
  spec?: unknown
}

/** Go's way of ignoring case from here on, written as JavaScript has it. */
const regExp = Object.assign(
  (pattern: string, flags: string) => new RegExp(pattern.replace(/\(\?i\)(.*)$/, '(?i:$1)'), flags),
  { code: 'new RegExp' },
)
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { regExp } })

/** Refuses unknown fields, which the API server would drop without a word. */
function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => close(one))
  if (typeof node !== 'object' || node === null) return node
  const schema: Schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]))
  if (schema['x-kubernetes-int-or-string'] === true) return {}
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  return schema['type'] === 'object' && schema['properties'] !== undefined && !isOpen
    ? { ...schema, additionalProperties: false }
    : schema
}

/** Returns the schemas of a kind's `spec`, by version and kind. */
function readSchemas(text: string): Map<string, Schema> {
  const { spec } = parse(text) as CustomResourceDefinition
  return new Map(
    spec.versions.map(({ name, schema }) => [
      `${spec.group}/${name} ${spec.names.kind}`,
      close(schema.openAPIV3Schema.properties.spec) as Schema,
    ]),
  )
}

/** A check of the `spec` of objects by CustomResourceDefinitions: its problems, or null for a kind that none defines. */
export function createCustomValidator(
  definitions: readonly string[],
): (object: CustomObject) => string[] | null {
  const schemas = new Map(definitions.flatMap((text) => [...readSchemas(text)]))
  return (object) => {
    const schema = schemas.get(`${object.apiVersion} ${object.kind}`)
    if (schema === undefined) return null
    const validate = ajv.compile(schema)
    void validate(object.spec)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** The texts of all files of a folder. */
export function readDefinitions(folder: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}
