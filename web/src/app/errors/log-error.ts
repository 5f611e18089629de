/** Where reports go; the browser's console, without making it an error of the page. */
const output = globalThis.console

/** Logs something that went wrong and was survived: what was being done, and the error's own words. */
export function logError(doing: string, error: unknown): void {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  output.warn(`${doing}: ${words}`)
}
