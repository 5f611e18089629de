import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { FirstViewPart } from '../first-view/first-view-part.tsx'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import type { PageSearch } from '../routes/page-search.ts'
import type { PageAddress, Params } from './addresses.ts'
import type { PageLocation } from './page-location.ts'
import type { Destination, PageRouter, ShownPage } from './page-router.ts'
import { restoreScroll } from './scroll-positions.ts'

const RouterContext = createContext<PageRouter | null>(null)
const ShownContext = createContext<ShownPage | null>(null)

interface RouterProviderProps {
  router: PageRouter
  /** The frame around the pages; it is shown with the first page. */
  children: ReactNode
}

export function RouterProvider({ router, children }: RouterProviderProps) {
  const shown = useSnapshot(router, () => router.shown)
  const last = useRef<ShownPage | null>(null)
  useLayoutEffect(() => {
    if (shown === null || last.current === shown) return
    const from = last.current?.location
    last.current = shown
    restoreScroll(shown.location, router.takeScrollReset())
    router.announce({ from, to: shown.location })
  }, [router, shown])
  if (shown === null) return null
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{children}</ShownContext>
    </RouterContext>
  )
}

/** The page of the address, in its layout. */
export function PageOutlet() {
  const shown = useShown()
  const { page: Page, layout: Layout } = shown.route
  const page = Page && (
    <ErrorBoundary key={shown.key} resetKey={shown}>
      <FirstViewPart>
        <Page />
      </FirstViewPart>
    </ErrorBoundary>
  )
  if (!Layout) return page
  return (
    <ErrorBoundary resetKey={shown}>
      <Layout>{page}</Layout>
    </ErrorBoundary>
  )
}

export function useRouter(): PageRouter {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('no router around this component')
  return router
}

/** Where the visitor is, or is going to while the next page is loaded; or what `select` returns of it. */
export function useLocation(): PageLocation
export function useLocation<T extends string | boolean>(select: (location: PageLocation) => T): T
export function useLocation<T>(select?: (location: PageLocation) => T): T | PageLocation {
  const router = useRouter()
  return useSnapshot(router, () => (select ? select(router.location) : router.location))
}

/** What `select` returns of the address of the shown page, which stays until the next one is loaded. */
export function useShownLocation<T extends string | boolean>(select: (location: PageLocation) => T): T {
  const router = useRouter()
  return useSnapshot(router, () => select((router.shown ?? router).location))
}

export function useNavigate(): (destination: Destination) => Promise<void> {
  return useRouter().navigate
}

/** What the address of the shown page says after its `?`. */
export function useSearch(): PageSearch {
  return useShown().location.search
}

/** The variable parts of the shown page's address. */
export function useParams<Address extends PageAddress>(_: Address): Params<Address> {
  return useShown().params as Params<Address>
}

/** Goes to another page. */
export function Navigate(destination: Destination) {
  const navigate = useNavigate()
  const first = useRef(destination)
  useEffect(() => void navigate(first.current), [navigate])
  return null
}

function useShown(): ShownPage {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('no page around this component')
  return shown
}

function useSnapshot<T>(router: PageRouter, read: () => T): T {
  return useSyncExternalStore(router.subscribe, read, read)
}
