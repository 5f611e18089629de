/** Numbers and numerals as PostgreSQL writes an array: far cheaper to send than one parameter each. */
export function arrayOf(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}
