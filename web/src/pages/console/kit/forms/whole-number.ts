/** A whole number from `min` to `max` that was typed; null for anything else. */
export function parseWholeNumber(text: string, min: number, max: number): number | null {
  const tidy = text.trim()
  if (!/^-?\d{1,9}$/.test(tidy)) return null
  const number = Number(tidy)
  return number >= min && number <= max ? number : null
}
