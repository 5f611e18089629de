import type { HistoryState } from '../../router/page-history.ts'
import { useLocation, useNavigate, useRouter } from '../../router/router-provider.tsx'
import { useEffect, useRef } from 'react'

/**
 * A12: the open sidebar of a phone is an entry of the browser's history, so that Back closes it. A choice takes the entry's
 * place; whatever else closes it goes back.
 */
export function useSidebar() {
  const open = useLocation(({ state }) => state.menu === true)
  const { history } = useRouter()
  const navigate = useNavigate()
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
  }, [open])
  const setOpen = (next: boolean) => {
    // Going back takes a moment: a second time would leave the page.
    if (next === open || closing.current) return
    closing.current = !next
    if (!next) return history.back()
    const state = (held: HistoryState) => ({ ...held, menu: true })
    void navigate({ to: '.', search: true, hash: true, state, resetScroll: false })
  }
  return { open, setOpen }
}
