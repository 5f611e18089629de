import { readFileSync } from 'node:fs'
import type { SettingDefinition, SettingSource, SettingValues } from './setting.ts'

/** Settings that cannot be used: one line for the operator in `problems` for each. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Names that begin like a setting and are read by other programs: tests, the demo, the operator's command line. */
const foreign = /^CLUTCH_(TEST_|DEMO_|DEV_|OPERATOR_|PROVE$|REQUIRE_PEERS$)/

/** Reads all definitions from the environment. `problems` and `deprecations` hold one line each for the operator. */
export function readValues<D extends Record<string, SettingDefinition>>(
  definitions: D,
  given: NodeJS.ProcessEnv,
): {
  values: Partial<SettingValues<D>>
  sources: Record<keyof D, SettingSource>
  problems: string[]
  deprecations: string[]
} {
  const { environment, deprecations } = translateFormerNames(definitions, given)
  const problems = misspelt(definitions, environment)
  const values: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(definitions)) {
    try {
      values[name] = readValue(definition, environment)
    } catch (error) {
      problems.push(`${definition.variable}: ${error instanceof Error ? error.message : 'is wrong'}`)
    }
  }
  const entries = Object.entries(definitions).map(([name, one]) => [name, sourceOf(one, environment)])
  const sources = Object.fromEntries(entries) as Record<keyof D, SettingSource>
  return { values: values as Partial<SettingValues<D>>, sources, problems, deprecations }
}

/** The environment with former variable names replaced by the present ones; a present name that is set as well wins. */
function translateFormerNames(definitions: Record<string, SettingDefinition>, given: NodeJS.ProcessEnv) {
  const environment = { ...given }
  const deprecations: string[] = []
  for (const { variable, formerVariable } of Object.values(definitions)) {
    if (formerVariable === undefined) continue
    for (const suffix of ['', '_FILE']) {
      const former = environment[`${formerVariable}${suffix}`]
      if (!former) continue
      environment[`${variable}${suffix}`] ||= former
      delete environment[`${formerVariable}${suffix}`]
      deprecations.push(`${formerVariable}${suffix} is now called ${variable}${suffix}: rename it`)
    }
  }
  return { environment, deprecations }
}

function sourceOf(definition: SettingDefinition, environment: NodeJS.ProcessEnv): SettingSource {
  if (environment[definition.variable]) return 'environment'
  if (environment[`${definition.variable}_FILE`]) return 'file'
  if (definition.default !== undefined) return 'default'
  return definition.derived === true ? 'derived' : 'unset'
}

function readValue(definition: SettingDefinition, environment: NodeJS.ProcessEnv): unknown {
  const text = rawText(definition.variable, environment) ?? definition.default
  const result = definition.schema.safeParse(text)
  if (result.success) return result.data
  const why = result.error.issues[0]?.message ?? 'is wrong'
  throw new Error(definition.secret ? why : `${why}, not ${JSON.stringify(text)}`)
}

/** The text of a setting or of the file named for it; an empty one counts as unset. */
function rawText(variable: string, environment: NodeJS.ProcessEnv): string | undefined {
  const direct = environment[variable] || undefined
  const file = environment[`${variable}_FILE`] || undefined
  if (file === undefined) return direct
  if (direct !== undefined) throw new Error(`is set twice, also by ${variable}_FILE`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new Error(`the file of ${variable}_FILE cannot be read: ${file}`)
  }
}

function misspelt(definitions: Record<string, SettingDefinition>, environment: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.values(definitions).flatMap(({ variable }) => [variable, `${variable}_FILE`]))
  return Object.keys(environment)
    .filter((name) => name.startsWith('CLUTCH_') && !known.has(name) && !foreign.test(name))
    .map((name) => `${name}: is no setting of this version; docs/settings.md lists them`)
}
