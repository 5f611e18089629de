import * as z from 'zod/mini'

const key = 'favouriteServers'
const idsSchema = z.array(z.string())

const none: ReadonlySet<string> = new Set()

type Device = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Favourite servers, stored on this device only. Works with storage that is full, forbidden or damaged.
 * @param tabs where the browser announces what another tab stored
 */
export function favouriteStore(device: Device | undefined, tabs?: Pick<EventTarget, 'addEventListener'>) {
  let ids: ReadonlySet<string> = read(device) ?? none
  let isStored = true
  const listeners = new Set<() => void>()
  const show = (next: ReadonlySet<string>) => {
    ids = next
    for (const listener of listeners) listener()
  }
  const readAgain = () => (isStored ? read(device) : null) ?? ids
  tabs?.addEventListener('storage', (event) => {
    const { key: changed } = event as StorageEvent
    if (changed === key || changed === null) show(readAgain())
  })

  return {
    get: () => ids,
    getFirst: () => none,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle: (id: string): void => {
      const next = new Set(readAgain())
      if (!next.delete(id)) next.add(id)
      isStored = write(device, next)
      show(next)
    },
  }
}

/** Returns null where the storage cannot be read. */
function read(device: Device | undefined): ReadonlySet<string> | null {
  try {
    if (device === undefined) return null
    const text = device.getItem(key)
    return text === null ? none : parse(text)
  } catch {
    return null
  }
}

function parse(text: string): ReadonlySet<string> {
  try {
    const parsed = z.safeParse(idsSchema, JSON.parse(text))
    return parsed.success ? new Set(parsed.data) : none
  } catch {
    return none
  }
}

/** Returns whether they are stored; otherwise they live as long as this page. */
function write(device: Device | undefined, ids: ReadonlySet<string>): boolean {
  try {
    device?.setItem(key, JSON.stringify([...ids]))
    return device !== undefined
  } catch {
    return false
  }
}
