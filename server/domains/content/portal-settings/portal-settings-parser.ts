import * as z from 'zod/mini'
import {
  type PortalSettings,
  portalSettingsSchema,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { type JsonTree, isJsonTree } from './json-tree.ts'

/** A stored value that this version does not accept: where it is, such as `vip.subscribeUrl`, and why. */
export interface InvalidSetting {
  path: readonly string[]
  message: string
}

/** Settings that could be read, and what of them could not. */
export interface ParsedPortalSettings {
  settings: PortalSettings
  unreadable: readonly InvalidSetting[]
  /** The paths set to their defaults: the unreadable ones, or the parents that require them. */
  replaced: readonly (readonly string[])[]
}

/** Deeper than any setting: a path is replaced, then its parent, up to the whole. */
const maxPasses = 8

/** Reads a tree of settings; what the schema refuses is replaced by its default, as little as makes the whole valid. */
export function parsePortalSettings(tree: JsonTree, defaults: PortalSettings): ParsedPortalSettings {
  const unreadable = findInvalidSettings(tree)
  let replaced: string[][] = []
  let read = tree
  for (let round = 0; round < maxPasses; round += 1) {
    const parsed = z.safeParse(portalSettingsSchema, read)
    if (parsed.success) return { settings: parsed.data, unreadable, replaced }
    const wrong = parsed.error.issues.map(({ path }) => {
      const place = toSettingPath(path)
      const isReplaced = replaced.some((one) => isWithin(place, one))
      return isReplaced ? place.slice(0, Math.max(1, place.length - 1)) : place
    })
    replaced = [...replaced.filter((one) => !wrong.some((outer) => isWithin(one, outer))), ...wrong]
    read = withDefaults(read, defaults, wrong)
  }
  return { settings: defaults, unreadable, replaced: Object.keys(defaults).map((key) => [key]) }
}

function findInvalidSettings(tree: JsonTree): InvalidSetting[] {
  const issues = z.safeParse(portalSettingsSchema, tree).error?.issues ?? []
  const found = issues.map(({ path, message }): [string, InvalidSetting] => {
    const place = toSettingPath(path)
    return [place.join('.'), { path: place, message }]
  })
  return [...new Map(found).values()]
}

/**
 * Returns the tree with the values at some paths replaced by their defaults, or removed where there is no
 * default.
 */
export function withDefaults(
  tree: JsonTree,
  defaults: JsonTree,
  places: readonly (readonly string[])[],
): JsonTree {
  return places.reduce((whole, path) => withValue(whole, path, valueAt(defaults, path)), tree)
}

/** The tree with another value at a place; undefined removes it. */
export function withValue(tree: JsonTree, [key, ...rest]: readonly string[], value: unknown): JsonTree {
  if (key === undefined) return tree
  const { [key]: before, ...others } = tree
  const after = rest.length === 0 ? value : withValue(isJsonTree(before) ? before : {}, rest, value)
  return after === undefined ? others : { ...others, [key]: after }
}

/** Returns the value at a path of a tree. */
export function valueAt(tree: JsonTree, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isJsonTree(value) ? value[key] : undefined), tree)
}

/** Whether a place is another one or inside it. */
function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => path[index] === key)
}

/** A list is one value: a place inside it is the list's. */
function toSettingPath(path: readonly PropertyKey[]): string[] {
  const index = path.findIndex((key) => typeof key === 'number')
  return path.slice(0, index === -1 ? undefined : index).map(String)
}
