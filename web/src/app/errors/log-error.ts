/** Where reports go; the browser's console, without making it an error of the page. */
const output = globalThis.console

/** Logs an error that was handled: the operation, and the error's message. */
export function logError(doing: string, error: unknown): void {
  // The portal reports what it could not render itself.
  if (import.meta.env.SSR) return
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  output.warn(`${doing}: ${words}`)
}
