import type { RegisteredRouter } from '@tanstack/react-router'

/** What the served HTML says of a page. */
interface Head {
  title: string
  /** Missing: the page is not for search engines. */
  description?: string
}

type Path = keyof RegisteredRouter['routesByPath']

/** The addresses at which the page shows something. One that ends in `$` leads elsewhere; the console finds its pages itself. */
type PageAddress = Exclude<Path, '$' | `${string}/$` | `${string}/`> | '/' | '/admin/$'

/** A page that is missing here is a type error: the server would answer 404 for it. */
export type Heads = Record<PageAddress, Head>
