import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useEffect, useState } from 'react'

/** The server that was being made in the list before and runs in this one; undefined for none. */
export function findNewlyReady(
  before: readonly RentalView[] | undefined,
  servers: readonly RentalView[] | undefined,
): RentalView | undefined {
  const making = new Set(
    before?.filter(({ status }) => status === 'CREATING').map(({ instance_id }) => instance_id),
  )
  return servers?.find(({ status, instance_id }) => status === 'RUNNING' && making.has(instance_id))
}

/**
 * G12: the server that became ready while the page was open, until the visitor does something: the title of the tab names it, also
 * where another tab is in front.
 */
export function useReadyNotice(servers: readonly RentalView[] | undefined): RentalView | null {
  const [seen, setSeen] = useState({ servers, ready: null as RentalView | null })
  if (seen.servers !== servers)
    setSeen({ servers, ready: findNewlyReady(seen.servers, servers) ?? seen.ready })
  const isTold = seen.ready !== null
  useEffect(() => {
    if (!isTold) return undefined
    const done = new AbortController()
    const clear = () => setSeen((last) => ({ ...last, ready: null }))
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, clear, { signal: done.signal })
    return () => done.abort()
  }, [isTold])
  return seen.ready
}
