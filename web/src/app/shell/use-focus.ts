import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading, isDialogOpen, watchLostFocus } from '../../ui/layout/keep-focus.ts'

/** The focus follows a visitor to the heading of another page, and is never lost on one. */
export function usePageFocus(): void {
  const router = useRouter()
  useEffect(watchLostFocus, [])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged && toLocation.hash === '' && !isDialogOpen())
          focusHeading()
      }),
    [router],
  )
}
