import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { ServerSort, SortColumn } from '@clutch/contract/rules/servers/list/server-sort.ts'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { VisuallyHidden } from '../../../../ui/text/text.tsx'
import { useVisibleRows } from '../../../../ui/tables/use-visible-rows.ts'
import { createRowPool } from './row-pool.ts'
import type { OpenPlayers } from './server-cells.tsx'
import { ServerRow } from './server-row.tsx'
import styles from './server-table.module.css'
import { useRowKeys } from './use-row-keys.ts'

interface ServerTableProps {
  servers: readonly Server[]
  favourites: ReadonlySet<string>
  sort: ServerSort
  onSort: (column: SortColumn) => void
  onPlayers: OpenPlayers
  /** D4: scrolling the table closes the popup. */
  onScroll: () => void
  /** Replaces the rows: a skeleton or an empty state. */
  instead?: ReactNode
  footer: ReactNode
}

/** Heights of a row and of the head, CSS px: they are needed before anything is drawn. */
const rowHeight = 58
const headHeight = 38

/** The servers as a table: only the rows in sight are drawn, so 5,000 cost what 20 do. */
export const ServerTable = memo(function ServerTable(props: ServerTableProps) {
  const { servers, favourites, onPlayers, onScroll, instead, footer } = props
  const { t } = useTranslation()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [pool] = useState(createRowPool)
  const body = useRef<HTMLTableSectionElement>(null)
  const { height, drawn, scrollTo } = useVisibleRows({
    count: servers.length,
    rowHeight,
    scroller,
    margin: headHeight,
    covered: headHeight,
    spare: 2,
  })
  const inSight = drawn.flatMap(({ index, top }) => {
    const server = servers[index]
    return server === undefined ? [] : [{ server, index, top }]
  })
  const rows = pool.assign(inSight.map(({ server }) => server.id))
  useRowKeys(body, servers, scrollTo)
  useEffect(() => {
    const hold = ({ target }: FocusEvent) => target instanceof Element && pool.hold(serverIdOf(target))
    scroller?.addEventListener('focusin', hold)
    return () => scroller?.removeEventListener('focusin', hold)
  }, [pool, scroller])

  return (
    <div className={styles.frame}>
      <div ref={setScroller} data-keeps-scroll className={styles.scroller} onScroll={onScroll}>
        <table
          aria-label={t(($) => $.servers.list)}
          aria-rowcount={servers.length + 1}
          className={styles.table}
        >
          <TableHead {...props} />
          {instead === undefined && (
            <tbody ref={body} className={styles.body} style={{ height }}>
              {inSight.map(({ server, index, top }, at) => (
                <ServerRow
                  key={rows[at]}
                  server={server}
                  favourite={favourites.has(server.id)}
                  onPlayers={onPlayers}
                  place={index}
                  top={top}
                />
              ))}
            </tbody>
          )}
        </table>
      </div>
      {instead !== undefined && <div className={styles.instead}>{instead}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
})

/** Returns the server whose row contains an element. */
function serverIdOf(element: Element): string {
  return element.closest('tr')?.querySelector('[data-server]')?.getAttribute('data-server') ?? ''
}

function TableHead({ sort, onSort }: Pick<ServerTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation()
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow}>
        <SortHeader column="name" text={t(($) => $.servers.column.name)} sort={sort} onSort={onSort} />
        <SortHeader column="players" text={t(($) => $.servers.column.players)} sort={sort} onSort={onSort} />
        <th scope="col">{t(($) => $.servers.column.map)}</th>
        <th scope="col">{t(($) => $.servers.column.region)}</th>
        <th scope="col">{t(($) => $.servers.column.online)}</th>
        <th scope="col">
          <VisuallyHidden>{t(($) => $.servers.column.actions)}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

interface SortHeaderProps extends Pick<ServerTableProps, 'sort' | 'onSort'> {
  column: SortColumn
  text: string
}

/** D6: ascending, descending, none. */
function SortHeader({ column, text, sort, onSort }: SortHeaderProps) {
  const direction = sort?.column === column ? sort.direction : 'none'
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => onSort(column)}>
        {text}
        {direction !== 'none' && (
          <span className={direction === 'ascending' ? styles.up : styles.down}>
            <Icon name="back" size="s" />
          </span>
        )}
      </button>
    </th>
  )
}
