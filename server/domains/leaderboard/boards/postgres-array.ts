/** Numbers and numerals as PostgreSQL writes an array: far cheaper to send than one parameter each. */
export function toPostgresArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}
