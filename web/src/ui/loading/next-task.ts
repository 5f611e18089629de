/**
 * Resolves in a new task of the browser. Between two parts of a long work it lets the browser draw and answer to input: on a phone, a
 * task above 50 ms is noticed.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
