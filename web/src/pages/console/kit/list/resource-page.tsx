import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button, IconButton } from '../../../../ui/buttons/button.tsx'
import { Row as Line } from '../../../../ui/layout/layout.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { ConsolePage } from '../console-page.tsx'
import { useConfirmation } from '../forms/use-confirmation.tsx'
import { useEditing } from '../forms/use-editing.ts'
import { LocalList, type LocalListProps } from './local-list.tsx'

interface Removal<Row> {
  /** The accessible name of the button; "Remove" where it is left out. */
  label?: (row: Row) => string
  title: (row: Row) => string
  message: (row: Row) => string
  run: (row: Row) => Promise<unknown>
  /** The toast after it succeeded. */
  doneText?: string
}

interface DialogProps<Row> {
  open: boolean
  /** Null adds a new one. */
  item: Row | null
  rows: readonly Row[]
  onClose: () => void
}

interface ResourcePageProps<Row, Key extends QueryKey> extends Omit<
  LocalListProps<Row>,
  'rows' | 'busy' | 'error' | 'onRetry' | 'rowActions' | 'actions'
> {
  /** Loads every row. It is invalidated after a removal. */
  query: UseQueryOptions<Row[], Error, Row[], Key>
  addText: string
  /** The accessible name of a row's edit button; "Edit" where it is left out. */
  editLabel?: (row: Row) => string
  removal: Removal<Row>
  /** A row that can be neither edited nor removed. */
  isFixed?: (row: Row) => boolean
  /** The dialog that adds and edits; it is mounted again each time it opens. */
  renderDialog: (props: DialogProps<Row>) => ReactNode
  /** Shown above and below the list. */
  renderBefore?: (rows: readonly Row[] | undefined) => ReactNode
  renderAfter?: (rows: readonly Row[] | undefined) => ReactNode
}

/** A console page that lists the rows of one resource, each of which is added, edited and removed. */
export function ResourcePage<Row, Key extends QueryKey>(props: ResourcePageProps<Row, Key>) {
  const { query, addText, editLabel, removal, renderDialog, renderBefore, renderAfter, isFixed, ...list } =
    props
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, isFetching, error, refetch } = useQuery(query)
  const editing = useEditing<Row>()
  const { ask, asking } = useConfirmation()
  const remove = (row: Row) =>
    ask({
      title: removal.title(row),
      message: removal.message(row),
      action: t(($) => $.admin.form.remove),
      run: async () => {
        await removal.run(row)
        if (removal.doneText !== undefined) showToast({ tone: 'good', title: removal.doneText })
        await client.invalidateQueries({ queryKey: query.queryKey })
      },
    })
  return (
    <ConsolePage>
      {renderBefore?.(data)}
      <LocalList
        {...list}
        rows={data}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        actions={
          <Button variant="primary" icon="plus" onClick={() => editing.edit(null)}>
            {addText}
          </Button>
        }
        rowActions={(row) =>
          isFixed?.(row) !== true && (
            <Line gap="xs">
              <IconButton
                icon="pencil"
                size="sm"
                variant="ghost"
                label={editLabel?.(row) ?? t(($) => $.admin.form.edit)}
                onClick={() => editing.edit(row)}
              />
              <IconButton
                icon="trash"
                size="sm"
                variant="ghost"
                label={removal.label?.(row) ?? t(($) => $.admin.form.remove)}
                onClick={() => remove(row)}
              />
            </Line>
          )
        }
      />
      {renderAfter?.(data)}
      <Fragment key={editing.turn}>
        {renderDialog({ open: editing.open, item: editing.item, rows: data ?? [], onClose: editing.close })}
      </Fragment>
      {asking}
    </ConsolePage>
  )
}
