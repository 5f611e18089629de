import type { AnchorHTMLAttributes, ComponentProps, ComponentType, MouseEvent, ReactNode } from 'react'
import type { AnyTarget, PageAddress, PageTarget } from './addresses.ts'
import type { PageRouter } from './page-router.ts'
import { useLocation, useRouter } from './router-provider.tsx'

/** For how long the pointer rests on a link before its page is loaded, ms. */
const intentMs = 50

let intent: ReturnType<typeof setTimeout> | undefined

interface LinkOptions {
  /** Takes the place of the present entry of the browser's history. */
  replace?: boolean | undefined
  /** False: the page is loaded once the link is followed, not before. */
  preload?: boolean | undefined
}

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }
type LinkProps<Props, Address extends PageAddress> = Omit<Props, 'href' | keyof LinkOptions> &
  LinkOptions &
  PageTarget<Address>

/** Makes a link to a page of the portal from a component that looks like one. */
export function createLink<Props extends AnchorHTMLAttributes<HTMLAnchorElement>>(
  Look: ComponentType<Props>,
) {
  return function PageAnchor<Address extends PageAddress>(props: LinkProps<Props, Address>): ReactNode {
    const {
      to,
      params,
      search,
      replace,
      preload = true,
      ...look
    } = props as unknown as AnyTarget & LinkOptions & Anchor
    const router = useRouter()
    const target = { to, params, search }
    const href = useLocation(() => router.buildHref(target))
    const isCurrent = useLocation(({ pathname }) => pathname === href.split('?')[0])
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      look.onClick?.(event)
      if (event.defaultPrevented || !isPlainClick(event, look.target)) return
      event.preventDefault()
      void router.navigate({ ...target, replace })
    }
    const anchor = {
      ...(isCurrent && { 'aria-current': 'page' as const }),
      ...look,
      ...(preload && intentHandlers(router, target)),
      href,
      onClick: follow,
    }
    return <Look {...(anchor as unknown as Props)} />
  }
}

/** A way to another page of the portal. */
export const Link = createLink(({ children, ...rest }: ComponentProps<'a'>) => <a {...rest}>{children}</a>)

function isPlainClick(event: MouseEvent, target: string | undefined): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event
  const isElsewhere = target !== undefined && target !== '_self'
  return button === 0 && !(isElsewhere || metaKey || altKey || ctrlKey || shiftKey)
}

/** A page is loaded at the first sign that its link will be followed. */
function intentHandlers(router: PageRouter, target: AnyTarget) {
  const load = () => router.preload(target)
  const wait = () => {
    clearTimeout(intent)
    intent = setTimeout(load, intentMs)
  }
  const stop = () => clearTimeout(intent)
  return { onMouseEnter: wait, onMouseLeave: stop, onFocus: wait, onBlur: stop, onTouchStart: load }
}
