import { createContext, useContext } from 'react'

/** Whether a purchase fills a dialog (`PurchaseDialog`): it then scrolls above a foot of its own. Elsewhere it is part of a page. */
export const InDialogContext = createContext(false)

export const useIsInDialog = () => useContext(InDialogContext)
