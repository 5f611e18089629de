import { type HostClass, countCores, hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { ClassSettings } from '../../../platform/config/rentals/rental-hosts.ts'
import type { Host } from './driver.ts'

type ClassTable = NonNullable<Config['hostClasses']>
type ClassDefaults = Pick<ClassSettings, 'memoryMb' | 'cpus'>

/** What one server of a class gets: the options of the host come before those of every host, and those before `defaults`. */
export function getClassOptions(
  config: Pick<Config, 'hostClasses'>,
  hostClass: HostClass,
  { own, defaults = {} }: { own?: ClassTable | undefined; defaults?: ClassDefaults },
): ClassSettings {
  return { ...defaults, ...config.hostClasses?.[hostClass], ...own?.[hostClass] }
}

/** The classes of a host as placement counts them. It serves those that its own table names, or else the common one; both without any. */
export function getHostClasses(
  config: Pick<Config, 'hostClasses'>,
  tables: { own?: ClassTable | undefined; defaults?: ClassDefaults } = {},
): Host['classes'] {
  const served = tables.own ?? config.hostClasses
  const toNeeds = (hostClass: HostClass) => {
    const { memoryMb = 0, reserveCpus = 0, cores } = getClassOptions(config, hostClass, tables)
    return {
      memoryMb,
      cpus: reserveCpus,
      pinnedCores: cores === undefined ? null : countCores(cores),
      isServed: served === undefined || hostClass in served,
    }
  }
  const [standard, performance] = hostClasses
  return { [standard]: toNeeds(standard), [performance]: toNeeds(performance) }
}
