import * as z from 'zod/mini'
import { privilegeCategories } from './rules/accounts/groups.ts'

/** How the console groups the switches. */
export const switchGroups = ['pages', 'serverList', 'categories'] as const

/** One feature that the operator turns on or off. */
interface FeatureSwitch {
  /** Its key in the texts (`adminWords.switches.each`). */
  name: string
  group: (typeof switchGroups)[number]
  /** Where it is in the portal settings: part of stored values and of the API. */
  path: string
  default: boolean
}

/**
 * A10: every feature switch, in the console's order: the one definition from which the schemas, the defaults, the console's page and
 * the types of its texts follow. The page reads them at start and the API enforces them. J2: of the settings, the first page exists
 * whenever the settings do. F5: each column of the privilege table has its switch.
 */
export const featureSwitches = [
  { name: 'servers', group: 'pages', path: 'servers.enabled', default: true },
  { name: 'pracc', group: 'pages', path: 'pracc.enabled', default: true },
  { name: 'inventory', group: 'pages', path: 'inventory.enabled', default: true },
  { name: 'settings', group: 'pages', path: 'settings.enabled', default: false },
  { name: 'bans', group: 'pages', path: 'bans.enabled', default: false },
  { name: 'profile', group: 'pages', path: 'settings.profile', default: true },
  { name: 'security', group: 'pages', path: 'settings.security', default: true },
  { name: 'reports', group: 'pages', path: 'reports.enabled', default: true },
  { name: 'appeals', group: 'pages', path: 'appeals.enabled', default: true },
  { name: 'push', group: 'pages', path: 'push.enabled', default: true },
  { name: 'details', group: 'serverList', path: 'servers.features.details', default: true },
  { name: 'rules', group: 'serverList', path: 'servers.features.rules', default: true },
  { name: 'quickJoin', group: 'serverList', path: 'servers.features.quickJoin', default: true },
  { name: 'filters', group: 'serverList', path: 'servers.features.filters', default: true },
  { name: 'embed', group: 'serverList', path: 'servers.features.embed', default: true },
  ...privilegeCategories.map(
    (name) => ({ name, group: 'categories', path: `categories.${name}`, default: true }) as const,
  ),
] as const satisfies readonly FeatureSwitch[]

type SwitchRow = (typeof featureSwitches)[number]
export type SwitchName = SwitchRow['name']

type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path
type Rest<Path extends string, First extends string> = Path extends `${First}.${infer Others}`
  ? Others
  : never

/** The switches as a tree by their paths. */
type Tree<Path extends string> = {
  [First in Head<Path>]: [Rest<Path, First>] extends [never] ? boolean : Tree<Rest<Path, First>>
}
type PartialTree<Whole> = {
  [Key in keyof Whole]?: (Whole[Key] extends boolean ? boolean : PartialTree<Whole[Key]>) | undefined
}

export type Features = Tree<SwitchRow['path']>

/** A change of the switches names only what changes, down to the single switch. */
export type FeaturesChange = PartialTree<Features>

interface Branch<Leaf> {
  [key: string]: Leaf | Branch<Leaf>
}

export const defaultFeatures = createTree(featureSwitches) as Features

export const featuresSchema = createSchema(defaultFeatures, (part) => part) as z.ZodMiniType<
  Features,
  Features
>

export const featuresChangeSchema = createSchema(defaultFeatures, z.optional) as z.ZodMiniType<
  FeaturesChange,
  FeaturesChange
>

function createTree(switches: readonly FeatureSwitch[]): Branch<boolean> {
  const tree: Branch<boolean> = {}
  for (const { path, default: isOn } of switches) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let branch = tree
    for (const key of keys) branch = (branch[key] ??= {}) as Branch<boolean>
    branch[last] = isOn
  }
  return tree
}

/** @__NO_SIDE_EFFECTS__ */
function createSchema(tree: Branch<boolean>, wrap: (part: z.ZodMiniType) => z.ZodMiniType): z.ZodMiniType {
  const parts = Object.entries(tree).map(([key, part]) => {
    const schema = typeof part === 'boolean' ? z.boolean() : createSchema(part, wrap)
    return [key, wrap(schema)] as const
  })
  return z.object(Object.fromEntries(parts))
}
