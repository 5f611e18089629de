import type { PageAddress } from '../app/router/addresses.ts'

/** What the served HTML says of a page. */
interface Head {
  title: string
  /** Missing: the page is not for search engines. */
  description?: string
}

/** A page that is missing here is a type error: the server would answer 404 for it. */
export type Heads = Record<PageAddress, Head>
