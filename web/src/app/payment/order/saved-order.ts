/** An order that is being paid, stored for a reload of the page (H4). */
export interface SavedOrder {
  id: string
  /** SteamID64 of the buyer. */
  steamId: string
  /** It was seen to be paid: nothing is left to give up. */
  paid: boolean
}

/** What this browser would not keep, as where storage is forbidden: it then lives as long as the page. */
const memoryFallback = new Map<string, string>()

const keyOf = (name: string) => `clutch.order.${name}`

/** Returns the user's order stored under a name; removes one of another user. */
export function readSavedOrder(name: string, steamId: string): SavedOrder | null {
  const order = read(name)
  if (order === null || order.steamId === steamId) return order
  clearSavedOrder(name)
  return null
}

/** Keeps an order in this tab until it is done; frames of the portal in the same tab see it too. */
export function saveOrder(name: string, order: SavedOrder): void {
  const text = JSON.stringify(order)
  try {
    sessionStorage.setItem(keyOf(name), text)
  } catch {
    memoryFallback.set(name, text)
  }
}

export function clearSavedOrder(name: string): void {
  memoryFallback.delete(name)
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Then nothing is there either.
  }
}

/** H8: Marks the order stored under a name as abandoned: the next one under this name replaces it. */
export function markOrderAbandoned(name: string): void {
  const order = read(name)
  clearSavedOrder(name)
  if (order !== null && !order.paid) saveOrder(abandonedName(name), order)
}

/** The id of the order that the next one takes the place of; null for the first of a purchase. */
export function findAbandonedOrder(name: string, steamId: string): string | null {
  return readSavedOrder(abandonedName(name), steamId)?.id ?? null
}

/** Makes the next order a new one that replaces none. */
export function clearAbandonedOrder(name: string): void {
  clearSavedOrder(abandonedName(name))
}

const abandonedName = (name: string) => `${name}.given-up`

function read(name: string): SavedOrder | null {
  try {
    const value = JSON.parse(textOf(name) ?? 'null') as Partial<SavedOrder> | null
    if (typeof value?.id !== 'string' || typeof value.steamId !== 'string') return null
    return { id: value.id, steamId: value.steamId, paid: value.paid === true }
  } catch {
    return null
  }
}

function textOf(name: string): string | null {
  try {
    return memoryFallback.get(name) ?? sessionStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}
