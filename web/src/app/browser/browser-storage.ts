/** What this browser would not keep, as where storage is forbidden: it then lives as long as the page. */
const memoryFallback = new Map<string, string>()

/** Reads a text stored in this browser; null if there is none. */
export function readStored(key: string): string | null {
  try {
    return memoryFallback.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser for the next visit; null forgets it. */
export function writeStored(key: string, value: string | null): void {
  memoryFallback.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memoryFallback.set(key, value)
  }
}

/** Reads a text stored in this tab, which survives a reload; null if there is none. */
export function readTabStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this tab; null forgets it. Where storage is forbidden it is lost with the page. */
export function writeTabStored(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Then it lives as long as the page.
  }
}
