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
  const readAgain = () => (isStored && read(device)) || ids
  // Whichever key it was: reading once more costs nothing.
  tabs?.addEventListener('storage', () => show(readAgain()))

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
      try {
        device?.setItem(key, JSON.stringify([...next]))
        isStored = true
      } catch {
        // They then live as long as this page.
        isStored = false
      }
      show(next)
    },
  }
}

/** Returns null where the storage cannot be read. */
function read(device: Device | undefined): ReadonlySet<string> | null {
  try {
    const text = device?.getItem(key)
    return text === undefined ? null : parse(text ?? '[]')
  } catch {
    return null
  }
}

function parse(text: string): ReadonlySet<string> {
  try {
    return new Set(z.parse(idsSchema, JSON.parse(text)))
  } catch {
    return none
  }
}
