import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/button.tsx'
import { FilterSelect } from '../forms/select-field.tsx'
import { useIsMobile } from '../state/use-media-query.ts'
import { joinClassNames } from '../styles/class-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './data-table.module.css'

export interface DataColumn<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** A number: right-aligned, digits of one width. */
  end?: boolean | undefined
  /** Takes what room is left. */
  grow?: boolean | undefined
  /** What pressing its title does; a column without it cannot be sorted by. */
  onSort?: (() => void) | undefined
}

/** Which rows are chosen for an action on several of them. */
export interface TableSelection<Row> {
  /** The name of their column. */
  title: string
  /** What the check mark of all rows is called. */
  allLabel: string
  /** What the check mark of a row is called. */
  labelOf: (row: Row) => string
  chosen: ReadonlySet<string>
  /** A row without it has no check mark. */
  canChoose: (row: Row) => boolean
  onChoose: (keys: readonly string[], isChosen: boolean) => void
}

interface Sorting {
  by: string
  direction: 'asc' | 'desc'
  /** For a phone, which has no titles to press: the names of the choice of a column, of its options, and of the button that turns the order. */
  label: string
  optionLabel: (title: string) => string
  turnLabel: string
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sorted?: Sorting | undefined
  /** The key of the row whose details are shown. */
  current?: string | undefined
  /** Buttons at the end of each row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** The name of the last column, where rows have buttons. */
  actionsTitle?: string | undefined
  /** Check marks before the rows. */
  selection?: TableSelection<Row> | undefined
  /** Old rows stay while new ones come. */
  busy?: boolean | undefined
  /** It is in a panel without padding: no frame of its own. */
  flush?: boolean | undefined
}

/** Dense rows of facts (46 high); on a phone each row is a card whose facts carry the names of their columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, current, actions, selection, busy = false, flush } = props
  const { box, overflows } = useOverflow<HTMLDivElement>()
  const isMobile = useIsMobile()
  const scrolling = overflows ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {}
  return (
    <div ref={box} className={joinClassNames(styles.frame, flush && styles.flush)} {...scrolling}>
      {isMobile && <CardsHead {...props} />}
      <table aria-label={label} aria-busy={busy || undefined} className={styles.table}>
        <Head {...props} isMobile={isMobile} />
        <tbody className={busy ? styles.busy : undefined}>
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr key={key} className={styles.row} aria-current={key === current || undefined}>
                {selection && <PickCell row={row} rowKey={key} selection={selection} />}
                {columns.map(({ id, title, cell, end, grow }, at) => (
                  <td
                    key={id}
                    data-title={title}
                    className={joinClassNames(
                      styles.cell,
                      at === 0 && styles.first,
                      end && styles.end,
                      grow && styles.grow,
                    )}
                  >
                    {cell(row)}
                  </td>
                ))}
                {actions && (
                  <td className={joinClassNames(styles.cell, styles.actions)}>
                    <span className={styles.buttons}>{actions(row)}</span>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function PickCell<Row>({
  row,
  rowKey,
  selection: { title, labelOf, chosen, canChoose, onChoose },
}: {
  row: Row
  rowKey: string
  selection: TableSelection<Row>
}) {
  return (
    <td data-title={title} className={joinClassNames(styles.cell, styles.pick)}>
      {canChoose(row) && (
        <input
          type="checkbox"
          aria-label={labelOf(row)}
          checked={chosen.has(rowKey)}
          onChange={(event) => onChoose([rowKey], event.currentTarget.checked)}
        />
      )}
    </td>
  )
}

type PickAllProps<Row> = Pick<DataTableProps<Row>, 'rows' | 'keyOf'> & { selection: TableSelection<Row> }

/** Of a check mark for all rows of the page: some of them are chosen. */
function PickAll<Row>({
  rows,
  keyOf,
  selection: { allLabel, chosen, canChoose, onChoose },
}: PickAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const keys = rows.filter((row) => canChoose(row)).map((row) => keyOf(row))
  const count = keys.filter((key) => chosen.has(key)).length
  const isPart = count > 0 && count < keys.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart
  }, [isPart])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={allLabel}
      disabled={keys.length === 0}
      checked={keys.length > 0 && count === keys.length}
      onChange={(event) => onChoose(keys, event.currentTarget.checked)}
    />
  )
}

/** Above the cards of a phone: the order of the rows, and the check mark of all of them. */
function CardsHead<Row>({ columns, sorted, rows, keyOf, selection }: DataTableProps<Row>) {
  const sortable = columns.filter(({ onSort }) => onSort !== undefined)
  const current = sortable.find(({ id }) => id === sorted?.by)
  const isSortable = sorted !== undefined && sortable.length > 0
  if (!isSortable && !selection) return null
  return (
    <div className={styles.cardsHead}>
      {selection && (
        <label className={styles.pickAll}>
          <PickAll rows={rows} keyOf={keyOf} selection={selection} />
          {selection.allLabel}
        </label>
      )}
      {isSortable && (
        <span className={styles.order}>
          <FilterSelect
            label={sorted.label}
            options={[
              // The order of the answer: no column is chosen.
              ...(current ? [] : [{ value: '', text: sorted.label }]),
              ...sortable.map(({ id, title }) => ({ value: id, text: sorted.optionLabel(title) })),
            ]}
            value={current?.id ?? ''}
            onChange={(id) => sortable.find((column) => column.id === id)?.onSort?.()}
          />
          {current && (
            <IconButton
              icon={sorted.direction === 'asc' ? 'up' : 'chevron'}
              label={sorted.turnLabel}
              onClick={current.onSort}
            />
          )}
        </span>
      )}
    </div>
  )
}

function Head<Row>({
  columns,
  sorted,
  actions,
  actionsTitle,
  rows,
  keyOf,
  selection,
  isMobile,
}: DataTableProps<Row> & {
  /** Only screen readers get the head then: it holds nothing to press. */
  isMobile: boolean
}) {
  return (
    <thead className={styles.head}>
      <tr>
        {selection && (
          <th scope="col" className={joinClassNames(styles.title, styles.pick)}>
            {isMobile ? selection.title : <PickAll rows={rows} keyOf={keyOf} selection={selection} />}
          </th>
        )}
        {columns.map(({ id, title, end, grow, onSort }) => (
          <th
            key={id}
            scope="col"
            aria-sort={
              sorted?.by === id ? (sorted.direction === 'asc' ? 'ascending' : 'descending') : undefined
            }
            className={joinClassNames(styles.title, end && styles.end, grow && styles.grow)}
          >
            {onSort && !isMobile ? (
              <button type="button" className={styles.sort} onClick={onSort}>
                {title}
                {sorted?.by === id && (
                  <span className={joinClassNames(styles.arrow, sorted.direction === 'asc' && styles.up)}>
                    <Icon name="chevron" size="s" />
                  </span>
                )}
              </button>
            ) : (
              title
            )}
          </th>
        ))}
        {actions && (
          <th scope="col" className={joinClassNames(styles.title, styles.end)}>
            <span className={styles.quiet}>{actionsTitle}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Whether an element has more to show sideways than there is room for; who scrolls by keys must then be able to focus it. */
function useOverflow<Place extends HTMLElement>(): {
  box: RefObject<Place | null>
  overflows: boolean
} {
  const box = useRef<Place>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const watch = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return { box, overflows }
}
