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

/** H8: the order kept under a name came to nothing: the next one under this name takes its place. */
export function setOrderAside(name: string): void {
  const order = read(name)
  forgetOrder(name)
  if (order !== null && !order.paid) keepOrder(asideOf(name), order)
}

/** The id of the order that the next one takes the place of; null for the first of a purchase. */
export function orderAside(name: string, steamId: string): string | null {
  return keptOrder(asideOf(name), steamId)?.id ?? null
}

/** What is ordered next is something new. */
export function forgetOrderAside(name: string): void {
  forgetOrder(asideOf(name))
}

const asideOf = (name: string) => `${name}.given-up`

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
