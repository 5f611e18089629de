import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { createContext, useContext } from 'react'

/** A10: the community's name, switches and links as they were when the page started. */
export const PortalContext = createContext<Portal | null>(null)

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === null) throw new Error('the page has no portal')
  return portal
}
