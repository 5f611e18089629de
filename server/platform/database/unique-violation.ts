const uniqueViolation = '23505'

/** Whether a write failed because another row has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}
