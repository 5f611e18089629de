/** An order that is being paid, kept for a reload of the page (H4). */
export interface KeptOrder {
  id: string
  /** SteamID64 of the buyer. */
  steamId: string
  /** It was seen to be paid: nothing is left to give up. */
  paid: boolean
}

/** What this browser would not keep, as where storage is forbidden: it then lives as long as the page. */
const instead = new Map<string, string>()

const keyOf = (name: string) => `clutch.order.${name}`

/** The order kept under a name for a user; one of somebody else is forgotten. */
export function keptOrder(name: string, steamId: string): KeptOrder | null {
  const order = read(name)
  if (order === null || order.steamId === steamId) return order
  forgetOrder(name)
  return null
}

/** Keeps an order in this tab until it is done; frames of the portal in the same tab see it too. */
export function keepOrder(name: string, order: KeptOrder): void {
  const text = JSON.stringify(order)
  try {
    sessionStorage.setItem(keyOf(name), text)
  } catch {
    instead.set(name, text)
  }
}

export function forgetOrder(name: string): void {
  instead.delete(name)
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Then nothing is there either.
  }
}

function read(name: string): KeptOrder | null {
  try {
    const value = JSON.parse(textOf(name) ?? 'null') as Partial<KeptOrder> | null
    if (typeof value?.id !== 'string' || typeof value.steamId !== 'string') return null
    return { id: value.id, steamId: value.steamId, paid: value.paid === true }
  } catch {
    return null
  }
}

function textOf(name: string): string | null {
  try {
    return instead.get(name) ?? sessionStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}
