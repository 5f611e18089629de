import * as z from 'zod/mini'

const key = 'favouriteServers'
const idsSchema = z.array(z.string())

const none: ReadonlySet<string> = new Set()

type Device = Pick<Storage, 'getItem' | 'setItem'>

/** Favourite servers, stored on this device only. Works with storage that is full, forbidden or damaged. */
export function favouriteStore(device: Device | undefined) {
  let ids: ReadonlySet<string> = read(device)
  const listeners = new Set<() => void>()

  return {
    get: () => ids,
    getFirst: () => none,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle: (id: string): void => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      ids = next
      write(device, ids)
      for (const listener of listeners) listener()
    },
  }
}

function read(device: Device | undefined): ReadonlySet<string> {
  try {
    const parsed = z.safeParse(idsSchema, JSON.parse(device?.getItem(key) ?? '[]'))
    return parsed.success && parsed.data.length > 0 ? new Set(parsed.data) : none
  } catch {
    return none
  }
}

function write(device: Device | undefined, ids: ReadonlySet<string>): void {
  try {
    device?.setItem(key, JSON.stringify([...ids]))
  } catch {
    // The choice then lives as long as this page.
  }
}
