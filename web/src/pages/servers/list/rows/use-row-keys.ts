import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { runLater } from '../../../../app/browser/run-later.ts'

/**
 * Arrow keys, Page, Home and End move the focus from name to name, also to rows that are not drawn yet; from nowhere
 * or from the search an arrow down enters the list.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  servers: readonly Server[],
  scrollTo: (index: number) => void,
): void {
  const getIds = useEffectEvent(() => servers.map(({ id }) => id))
  const scroll = useEffectEvent(scrollTo)
  useEffect(
    () =>
      runLater(
        'the keys of the list',
        () => import('./row-keys.ts'),
        ({ watchRowKeys }) => watchRowKeys({ getBody: () => body.current, getIds, scrollTo: scroll }),
      ),
    [body],
  )
}
