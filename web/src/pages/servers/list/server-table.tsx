import type { Server } from '@clutch/contract/api/servers.ts'
import type { ServerSort, SortColumn } from '@clutch/contract/rules/server-sort.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { Hidden } from '../../../ui/text.tsx'
import { rowPool } from './row-pool.ts'
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
  /** What stands in place of rows: skeleton or an empty state. */
  instead?: ReactNode
  footer: ReactNode
}

/** Height of a row, CSS px: the virtual list needs it before a row is drawn. */
const rowHeight = 58

/** The servers as a table: only the rows in sight are drawn, so 5,000 cost what 20 do. */
export const ServerTable = memo(function ServerTable(props: ServerTableProps) {
  const { servers, favourites, onPlayers, onScroll, instead, footer } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [pool] = useState(rowPool)
  const body = useRef<HTMLTableSectionElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- without the compiler its functions are not memoised
  const list = useVirtualizer({
    count: servers.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => servers[index]?.id ?? index,
    estimateSize: () => rowHeight,
    overscan: 2,
    useFlushSync: false,
  })
  const items = list.getVirtualItems()
  const rows = pool.assign(items.map(({ key }) => String(key)))
  useRowKeys(body, servers, list)
  useEffect(() => {
    const frame = scroller.current
    const hold = ({ target }: FocusEvent) => target instanceof Element && pool.hold(serverOf(target))
    frame?.addEventListener('focusin', hold)
    return () => frame?.removeEventListener('focusin', hold)
  }, [pool])

  return (
    <div className={styles.frame}>
      <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
        <table
          aria-label={t(($) => $.servers.list)}
          aria-rowcount={servers.length + 1}
          className={styles.table}
        >
          <TableHead {...props} />
          {instead === undefined && (
            <tbody ref={body} className={styles.body} style={{ height: list.getTotalSize() }}>
              {items.map(({ index, start }, at) => {
                const server = servers[index]
                if (server === undefined) return null
                return (
                  <ServerRow
                    key={rows[at]}
                    server={server}
                    favourite={favourites.has(server.id)}
                    onPlayers={onPlayers}
                    place={index}
                    top={start}
                  />
                )
              })}
            </tbody>
          )}
        </table>
      </div>
      {instead !== undefined && <div className={styles.instead}>{instead}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
})

/** The server in whose row something stands. */
function serverOf(element: Element): string {
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
        <th scope="col">
          <Hidden>{t(($) => $.servers.column.actions)}</Hidden>
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
