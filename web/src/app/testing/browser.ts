import { vi } from 'vitest'

/** A browser’s storage for a test without one: `localStorage`, or the tab’s own. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', held: Record<string, string> = {}) {
  const items = new Map(Object.entries(held))
  vi.stubGlobal(name, {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  return items
}

/** A token as the portal makes them, but for the signature, which the page cannot check. */
export function makeToken(expires: number, claims: Record<string, unknown> = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ ...claims, exp: Math.round(expires / 1_000) })}.signature`
}

export const kite = { steamId: '76561198000000007', username: '风筝 kite_07', avatar: '' }
