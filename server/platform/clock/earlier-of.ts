/** The earlier of two times. */
export function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other
}
