import type { Server } from '@clutch/contract/api/servers.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPlayers } from './server-cells.tsx'
import { ServerCard } from './server-row.tsx'
import styles from './server-cards.module.css'

interface ServerCardsProps {
  servers: readonly Server[]
  favourites: ReadonlySet<string>
  onPlayers: OpenPlayers
  /** D4: scrolling the list closes the popup. */
  onScroll: () => void
  instead?: ReactNode
  footer: ReactNode
}

/** Height of a card and the gap under it, CSS px. */
const cardHeight = 122
const cardGap = 12

/** The servers as cards of a phone. They scroll with the whole screen; only those in sight are drawn. */
export const ServerCards = memo(function ServerCards(props: ServerCardsProps) {
  const { servers, favourites, onPlayers, onScroll, instead, footer } = props
  const { t } = useTranslation()
  const [body, setBody] = useState<HTMLUListElement | null>(null)
  const { scroller, margin } = useScroller(body, onScroll)
  // oxlint-disable-next-line react/incompatible-library -- without the compiler its functions are not memoised
  const list = useVirtualizer({
    count: servers.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => servers[index]?.id ?? index,
    estimateSize: () => cardHeight + cardGap,
    scrollMargin: margin,
    overscan: 2,
    useFlushSync: false,
  })

  return (
    <div>
      {instead ?? (
        <ul
          ref={setBody}
          aria-label={t(($) => $.servers.list)}
          className={styles.cards}
          style={{ height: list.getTotalSize() }}
        >
          {list.getVirtualItems().map(({ key, index, start }) => {
            const server = servers[index]
            if (server === undefined) return null
            return (
              <li
                key={key}
                aria-setsize={servers.length}
                aria-posinset={index + 1}
                className={styles.place}
                style={{ transform: `translateY(${start - margin}px)` }}
              >
                <ServerCard server={server} favourite={favourites.has(server.id)} onPlayers={onPlayers} />
              </li>
            )
          })}
        </ul>
      )}
      {footer}
    </div>
  )
})

/** The element that scrolls the list, and how far below its top the list begins. */
function useScroller(list: HTMLElement | null, onScroll: () => void) {
  const [margin, setMargin] = useState(0)
  const scroller = useMemo(() => list && scrollingParent(list), [list])
  useLayoutEffect(() => {
    if (list === null || scroller === null) return
    const measure = () =>
      setMargin(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
    measure()
    // Whatever stands above the list may come, go or wrap: the content of the scroller then changes its size.
    const watch = new ResizeObserver(measure)
    for (const part of list.closest('[data-list]')?.parentElement?.children ?? []) watch.observe(part)
    return () => watch.disconnect()
  }, [list, scroller])
  useEffect(() => {
    scroller?.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller?.removeEventListener('scroll', onScroll)
  }, [scroller, onScroll])
  return { scroller, margin }
}

function scrollingParent(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement
  if (parent === null) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollingParent(parent)
}
