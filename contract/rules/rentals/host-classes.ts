/** How much processor a rented server is promised: a host declares which classes it serves. */
export const hostClasses = ['standard', 'performance'] as const

export type HostClass = (typeof hostClasses)[number]

/** Returns the class of a rental: the relocatable option costs more and promises better CPU (docs/decisions/0039-host-classes.md). */
export function getHostClass(isRelocatable: boolean): HostClass {
  return isRelocatable ? 'performance' : 'standard'
}

/** What one server of a class takes from its host; 0 is not counted. */
export interface ClassNeeds {
  memoryMb: number
  /** Reserved processor cores, also parts of one. */
  cpus: number
  /** How many cores the servers of the class are pinned to, all of them together; null: they are not pinned. */
  pinnedCores: number | null
}

/** What a host offers; null is no limit for the number of servers, and otherwise not known yet. */
export interface HostLimits {
  servers: number | null
  memoryMb: number | null
  cpus: number | null
}

export type ClassCounts = Readonly<Record<HostClass, number>>

/** Memory of a machine that is left to its system where no limit is set. */
export const systemMemoryMb = 1_024

/** Returns the limits of a host: those of the settings, otherwise what its machine has. */
export function getHostLimits(
  set: HostLimits,
  machine: { memoryMb: number | null; cpus: number | null },
): HostLimits {
  const { memoryMb, cpus } = machine
  return {
    servers: set.servers,
    memoryMb: set.memoryMb ?? (memoryMb === null ? null : Math.max(0, memoryMb - systemMemoryMb)),
    cpus: set.cpus ?? cpus,
  }
}

/** Returns what the servers of a host take in total. */
export function getHostUse(
  needs: Readonly<Record<HostClass, ClassNeeds>>,
  counts: ClassCounts,
): { servers: number; memoryMb: number; cpus: number } {
  const sum = (of: (hostClass: HostClass) => number) =>
    hostClasses.reduce((total, hostClass) => total + counts[hostClass] * of(hostClass), 0)
  return {
    servers: sum(() => 1),
    memoryMb: sum((hostClass) => needs[hostClass].memoryMb),
    cpus: round(sum((hostClass) => needs[hostClass].cpus)),
  }
}

/**
 * Returns how many more servers of a class fit on a host. A need that is counted against a limit that is not known yet leaves room
 * for none.
 */
export function countFreePlaces(
  hostClass: HostClass,
  needs: Readonly<Record<HostClass, ClassNeeds>>,
  limits: HostLimits,
  counts: ClassCounts,
): number {
  const { memoryMb, cpus, pinnedCores } = needs[hostClass]
  const used = getHostUse(needs, counts)
  const pinned = pinnedCores === null ? Infinity : pinnedCores - counts[hostClass] * cpus
  return Math.max(
    0,
    Math.min(
      limits.servers === null ? Infinity : limits.servers - used.servers,
      divide((limits.memoryMb ?? 0) - used.memoryMb, memoryMb),
      divide((limits.cpus ?? 0) - used.cpus, cpus),
      divide(pinned, cpus),
    ),
  )
}

/** How often `part` fits into `whole`; a part of 0 is not counted. */
function divide(whole: number, part: number): number {
  return part === 0 ? Infinity : Math.floor(round(whole / part))
}

/** Sums of tenths of a core are not exact. */
function round(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}

const coreListPattern = /^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/

/** Returns the cores that a list such as `0-3,8` names; null for another text. */
export function parseCores(list: string): ReadonlySet<number> | null {
  if (!coreListPattern.test(list)) return null
  const cores = new Set<number>()
  for (const part of list.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number)
    if (last < first) return null
    for (let core = first; core <= last; core += 1) cores.add(core)
  }
  return cores
}

/** Returns how many cores a list such as `0-3,8` names, each counted once; null for another text. */
export function countCores(list: string): number | null {
  return parseCores(list)?.size ?? null
}
