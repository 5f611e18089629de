import { featuresSchema, defaultFeatures } from '@clutch/contract/features.ts'
import { expect, test } from 'vitest'
import { switchGroups } from './feature-switches.ts'

/** Every path that ends in yes or no. */
function leaves(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as object, `${path}${name}.`)
      : [`${path}${name}`],
  )
}

test('A10 every switch of the contract is on the page, and each changes itself alone', () => {
  const changes = switchGroups.flatMap(({ switches }) => switches.map(({ change }) => change(false)))
  const paths = changes.map((change) => leaves(change ?? {}))
  expect(paths.flat().toSorted()).toEqual(leaves(featuresSchema.parse(defaultFeatures)).toSorted())
  expect(paths.every((each) => each.length === 1)).toBe(true)
})

test('A10 a switch shows the state of its own', () => {
  const on = switchGroups.flatMap(({ switches }) =>
    switches.filter(({ isOn }) => isOn(defaultFeatures)).map(({ word }) => word),
  )
  expect(on).not.toContain('settings')
  expect(on).toContain('inventory')
})
