import { afterFirstRendering } from '../../ui/state/first-rendering.ts'
import { logError } from '../errors/log-error.ts'

/**
 * Loads a part that the page works without once the page is hydrated, and runs it; a part that cannot be loaded is left out.
 * @param what for the log
 * @returns what ends it, loaded or not
 */
export function runLater<Part>(
  what: string,
  load: () => Promise<Part>,
  run: (part: Part) => () => void,
): () => void {
  let end: (() => void) | null = null
  let isOver = false
  afterFirstRendering(() => {
    if (isOver) return
    load().then(
      (part) => {
        if (!isOver) end = run(part)
      },
      (error: unknown) => logError(`loading ${what}`, error),
    )
  })
  return () => {
    isOver = true
    end?.()
  }
}
