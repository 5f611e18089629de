import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading, hasDialog, keepFocus } from '../../ui/keep-focus.ts'

/** The focus follows a visitor to the heading of another page, and is never lost on one. */
export function useFocus(): void {
  const router = useRouter()
  useEffect(keepFocus, [])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged && toLocation.hash === '' && !hasDialog())
          focusHeading()
      }),
    [router],
  )
}
