/** Does something once the browser has nothing better to do. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5_000 })
  else setTimeout(task, 2_000)
}
