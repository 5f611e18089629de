import { useLocation, useRouter } from '../../../app/router/router-provider.tsx'
import { useMemo } from 'react'
import type { ConsoleAddress } from './console-paths.ts'

/** Reads and changes the address after its `?`; undefined or empty values are removed. */
export interface AddressState {
  get: (name: string) => string
  /** `remember` leaves a step in the history; a search that is typed leaves none. */
  set: (changes: Readonly<Record<string, string | undefined>>, remember?: boolean) => void
}

/** Stores a console page's state in its address, so that a link and a reload show the same. */
export function useAddressState(): AddressState {
  const { pathname: here, searchStr } = useLocation()
  const router = useRouter()
  return useMemo(
    () => ({
      get: (name) => new URLSearchParams(searchStr).get(name) ?? '',
      set: (changes, remember = false) => {
        const { pathname, search, state } = router.history.location
        // Who has gone to another page meanwhile says nothing more on this one.
        if (pathname !== here) return
        const params = new URLSearchParams(search)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') params.delete(name)
          else params.set(name, value)
        }
        const query = params.toString()
        const address = query === '' ? pathname : `${pathname}?${query}`
        router.history[remember ? 'push' : 'replace'](address, state)
      },
    }),
    [router, here, searchStr],
  )
}

/** Goes to another page of the console, such as `orders/alerts`. */
export function useConsoleNavigate(): (address: ConsoleAddress) => void {
  const router = useRouter()
  return (address) => router.history.push(address === '' ? '/admin' : `/admin/${address}`)
}
