import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { Button, IconButton } from '../../../../ui/buttons/button.tsx'
import { DataTable, type TableSelection } from '../../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Progress } from '../../../../ui/loading/progress.tsx'
import { SearchField } from '../../../../ui/search/search-field.tsx'
import { FilterSelect } from '../../../../ui/forms/select-field.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { ListFooter, Toolbar } from '../../../../ui/tables/toolbar.tsx'
import { useMayChangePage } from '../permissions.ts'
import { Permitted } from '../permitted.tsx'
import type { Column, Filter } from './columns.ts'
import type { RunningExport } from './use-export.ts'
import type { ListState } from './use-list-state.ts'

export interface ListAppearance<Row> {
  /** What the rows are. */
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  filters?: readonly Filter[] | undefined
  /** The key of the row whose details are shown. */
  current?: string | undefined
  /** Buttons of a row that change something: only for those who may change what the page is about. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** Buttons of a row that need no right. */
  rowLinks?: ((row: Row) => ReactNode) | undefined
  /** Check marks before the rows. */
  selection?: TableSelection<Row> | undefined
  /** Above the rows, such as what is chosen. */
  bar?: ReactNode
  /** Buttons of the list, such as "add", for those who may change what the page is about. */
  actions?: ReactNode
  /** Said while there is nothing at all. */
  empty?: { title: string; next?: string; action?: ReactNode } | undefined
}

interface ListViewProps<Row> extends ListAppearance<Row> {
  state: ListState
  /** Undefined while they have not come. */
  rows: readonly Row[] | undefined
  total: number
  /** There are more rows than `total`, which were not counted. */
  isUncounted: boolean
  pages: number
  sortable: (column: Column<Row>) => boolean
  busy: boolean
  error: unknown
  onRetry: () => void
  onExport: () => void
  exporting: RunningExport | null
}

/** A list with its search, filters, sorting, pages and export. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { state, rows, label, busy, error, onRetry } = props
  return (
    <Stack>
      <Head {...props} />
      {props.exporting && <ExportProgress {...props.exporting} />}
      {props.bar}
      {error !== null && <ErrorNote error={error} onRetry={onRetry} retrying={busy} />}
      {rows === undefined && error === null && <SkeletonRows rows={6} />}
      {rows !== undefined && (rows.length === 0 ? <EmptyList {...props} /> : <Rows {...props} rows={rows} />)}
      {rows !== undefined && rows.length > 0 && <ListPages {...props} key={label} state={state} />}
    </Stack>
  )
}

function Head<Row>({ state, filters = [], actions, onExport, exporting, rows }: ListViewProps<Row>) {
  const { t } = useTranslation()
  const named = (label: string, otherwise?: string) =>
    t(($) => $.admin.list.filter, { label, value: otherwise ?? t(($) => $.admin.list.all) })
  return (
    <Toolbar
      search={<SearchField label={t(($) => $.admin.list.search)} value={state.typed} onChange={state.type} />}
      actions={
        <>
          <Button
            icon="download"
            submitting={exporting !== null}
            disabled={(rows?.length ?? 0) === 0}
            onClick={onExport}
          >
            {t(($) => $.admin.list.csv)}
          </Button>
          <Permitted>{actions}</Permitted>
        </>
      }
    >
      {filters.map(({ id, label, options, otherwise }) => (
        <FilterSelect
          key={id}
          label={label}
          options={[{ value: '', text: named(label, otherwise) }, ...options]}
          value={state.filters[id] ?? ''}
          onChange={(value) => state.filter(id, value)}
        />
      ))}
    </Toolbar>
  )
}

function ExportProgress({ rows, total, isUncounted, cancel }: RunningExport) {
  const { t, i18n } = useTranslation()
  const count = (number: number) => number.toLocaleString(i18n.language)
  return (
    <Progress
      label={t(($) => $.admin.list.exporting)}
      text={t(($) => $.admin.list.exported, {
        rows: count(rows),
        total: isUncounted ? `${count(total)}+` : count(total),
      })}
      value={rows}
      max={total}
      action={
        <Button size="sm" onClick={cancel}>
          {t(($) => $.admin.list.cancelExport)}
        </Button>
      }
    />
  )
}

function Rows<Row>(props: ListViewProps<Row> & { rows: readonly Row[] }) {
  const { columns, state, sortable, rowLinks } = props
  const { t } = useTranslation()
  const mayChange = useMayChangePage()
  const rowActions = mayChange ? props.rowActions : undefined
  const hasButtons = rowActions !== undefined || rowLinks !== undefined
  return (
    <DataTable
      label={props.label}
      keyOf={props.keyOf}
      rows={props.rows}
      current={props.current}
      busy={props.busy && state.pending}
      sorted={{
        by: state.sort,
        direction: state.direction,
        label: t(($) => $.admin.list.sortBy),
        optionLabel: (title) =>
          t(($) => $.admin.list.filter, { label: t(($) => $.admin.list.sortBy), value: title }),
        turnLabel: t(($) => (state.direction === 'asc' ? $.admin.list.ascending : $.admin.list.descending)),
      }}
      actions={
        hasButtons
          ? (row) => (
              <>
                {rowLinks?.(row)}
                {rowActions?.(row)}
              </>
            )
          : undefined
      }
      actionsTitle={t(($) => $.admin.list.open)}
      selection={mayChange ? props.selection : undefined}
      columns={columns
        .filter(({ exported }) => exported !== true)
        .map((column) => ({
          id: column.id,
          title: column.title,
          end: column.end,
          grow: column.grow,
          cell: column.cell ?? ((row: Row) => formatCell(column.value(row))),
          onSort: sortable(column) ? () => state.sortBy(column.id) : undefined,
        }))}
    />
  )
}

function formatCell(value: string | number | boolean | null): ReactNode {
  return value === null || value === '' ? '-' : String(value)
}

function EmptyList<Row>({ state, empty }: ListViewProps<Row>) {
  const { t } = useTranslation()
  if (state.narrowed) {
    return (
      <EmptyState
        icon="search"
        title={t(($) => $.admin.list.nothingFound)}
        action={<Button onClick={state.reset}>{t(($) => $.admin.list.resetFilters)}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon="dash"
      title={empty?.title ?? t(($) => $.admin.list.nothing)}
      action={<Permitted>{empty?.action}</Permitted>}
    >
      {empty?.next}
    </EmptyState>
  )
}

function ListPages<Row>({ state, total, isUncounted, pages }: ListViewProps<Row>) {
  const { t, i18n } = useTranslation()
  const page = Math.min(state.page, pages)
  return (
    <ListFooter
      count={
        isUncounted
          ? t(($) => $.admin.list.manyRows, { number: total.toLocaleString(i18n.language) })
          : t(($) => $.admin.list.rows, { count: total })
      }
    >
      {pages > 1 && (
        <nav aria-label={t(($) => $.admin.list.pages)}>
          <Row gap="s">
            <IconButton
              icon="back"
              size="sm"
              label={t(($) => $.admin.list.previous)}
              disabled={page <= 1}
              onClick={() => state.turnTo(page - 1)}
            />
            <span>{t(($) => $.admin.list.page, { page, pages: isUncounted ? `${pages}+` : pages })}</span>
            <IconButton
              icon="next"
              size="sm"
              label={t(($) => $.admin.list.next)}
              disabled={page >= pages}
              onClick={() => state.turnTo(page + 1)}
            />
          </Row>
        </nav>
      )}
    </ListFooter>
  )
}
