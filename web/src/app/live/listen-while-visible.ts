import { listenToStream, type StreamListener } from './stream-listener.ts'

/**
 * Listens to a stream while the page is looked at, and not while its tab is hidden. Returns what stops it.
 * @param stream where it comes from, and who takes its events
 */
export function listenWhileVisible(stream: Pick<StreamListener, 'open' | 'hear'>): () => void {
  let listening: AbortController | null = null
  const follow = () => {
    listening?.abort()
    listening = document.visibilityState === 'visible' ? start(stream) : null
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    listening?.abort()
  }
}

function start(stream: Pick<StreamListener, 'open' | 'hear'>): AbortController {
  const end = new AbortController()
  void listenToStream({ ...stream, random: Math.random, wait }, end.signal)
  return end
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
