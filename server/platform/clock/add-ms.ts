/** Returns a time that is later by `ms`, or earlier by a negative one. */
export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}
