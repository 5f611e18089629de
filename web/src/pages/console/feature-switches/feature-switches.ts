import {
  featureSwitches,
  switchGroups as groups,
  type Features,
  type FeaturesChange,
  type SwitchName,
} from '@clutch/contract/features.ts'

/** One switch of the portal (A10): its word, whether it is on, and the change that turns it. */
export interface FeatureSwitch {
  word: SwitchName
  isOn: (features: Features) => boolean
  change: (on: boolean) => FeaturesChange
}

/** All feature switches, grouped by subject. */
export const switchGroups = groups.map((group) => ({
  word: group,
  switches: featureSwitches
    .filter((one) => one.group === group)
    .map(({ name, path }): FeatureSwitch => {
      const keys = path.split('.')
      return {
        word: name,
        isOn: (features) => valueAt(features, keys) === true,
        change: (on) =>
          keys.reduceRight<object | boolean>((part, key) => ({ [key]: part }), on) as FeaturesChange,
      }
    }),
}))

function valueAt(features: Features, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], features)
}
