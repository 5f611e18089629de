import { favouriteStore } from './favourites.ts'
import { useStore } from '../../../../ui/state/store.ts'

const store = favouriteStore(deviceStorage(), import.meta.env.SSR ? undefined : globalThis)

/** The favourite servers of this device, by id. */
export function useFavourites(): ReadonlySet<string> {
  return useStore(store)
}

export const toggleFavourite = store.toggle

/** Reading the property throws where the browser forbids storage. */
function deviceStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
