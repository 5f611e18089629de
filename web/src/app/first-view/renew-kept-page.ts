import type { Portal } from '@clutch/contract/api/content/portal.ts'
import type { QueryClient } from '@tanstack/react-query'
import { firstRendering } from '../../ui/state/first-rendering.ts'
import { readPortal } from '../portal/portal.queries.ts'
import { reloadIfOutdated } from '../browser/chunk-loading.ts'
import { logError } from '../errors/log-error.ts'

/**
 * F3, A10: brings a page up to date that began with its last content: its data is requested again, another build of the page is loaded, and
 * changed switches, names and texts are passed to `show`. Without a network the page remains as it is.
 */
export async function renewKeptPage(
  known: Portal,
  queries: QueryClient,
  show: (portal: Portal) => void,
): Promise<void> {
  const renewal = renewPage(known, show).catch((error: unknown) => logError('renewing the page', error))
  await Promise.all([renewal, queries.invalidateQueries()])
  firstRendering.isKept = false
}

async function renewPage(known: Portal, show: (portal: Portal) => void): Promise<void> {
  const [isOther, portal] = await Promise.all([isOtherBuild(), readPortal()])
  if (isOther && (await reloadIfOutdated())) return
  if (JSON.stringify(portal) !== JSON.stringify(known)) show(portal)
}

/** Asks the worker whether the portal has replied with a document of another build. */
function isOtherBuild(): Promise<boolean> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return Promise.resolve(false)
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<{ isOther: boolean }>) => resolve(data.isOther))
    port1.start()
    controller.postMessage({ isRenewed: true }, [port2])
  })
}
