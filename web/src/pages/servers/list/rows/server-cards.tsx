import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { memo, useEffect, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useVisibleRows } from '../../../../ui/tables/use-visible-rows.ts'
import { useElement } from '../../../../ui/state/use-element.ts'
import { useScroller } from '../../../../ui/tables/use-scroller.ts'
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
  const [body, setBody] = useElement<HTMLUListElement>()
  const { scroller, margin } = useScroller(body)
  useEffect(() => {
    scroller?.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller?.removeEventListener('scroll', onScroll)
  }, [scroller, onScroll])
  const { height, drawn } = useVisibleRows({
    count: servers.length,
    rowHeight: cardHeight + cardGap,
    scroller,
    margin,
    spare: 2,
  })

  return (
    <div>
      {instead ?? (
        <ul ref={setBody} aria-label={t(($) => $.servers.list)} className={styles.cards} style={{ height }}>
          {drawn.map(({ index, top }) => {
            const server = servers[index]
            if (server === undefined) return null
            return (
              <li
                key={server.id}
                aria-setsize={servers.length}
                aria-posinset={index + 1}
                className={styles.place}
                style={{ transform: `translateY(${top}px)` }}
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
