import { useEffect, useState } from 'react'
import { createLazyPart } from '../../ui/loading/lazy-part.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import { usePortal } from '../portal/portal-context.ts'

const banner = createLazyPart(() => import('./maintenance-banner.tsx'))

/** What the operators tell everybody while they work on their servers; who is told nothing at first looks again later. */
export function Maintenance() {
  const [looks, setLooks] = useState(usePortal().maintenance !== null)
  useEffect(() => whenIdle(() => setLooks(true)), [])
  const part = banner.usePart(looks)
  return part && <part.MaintenanceBanner />
}
