/** Whether two plain values hold the same: what JSON keeps of them. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
