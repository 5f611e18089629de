import { defaultPortal, type Portal } from '@clutch/contract/api/content/portal.ts'
import { createContext, useContext } from 'react'

/** A10: the community's name, switches and links as they were when the page started. */
export const PortalContext = createContext<Portal>(defaultPortal)

export function usePortal(): Portal {
  return useContext(PortalContext)
}
