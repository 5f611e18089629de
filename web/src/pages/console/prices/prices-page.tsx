import { productTypes } from '@clutch/contract/api/payments/orders.ts'
import { currencies, formatMoney } from '@clutch/contract/rules/payments/money.ts'
import type { TFunction } from 'i18next'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { useMayChangePage } from '../kit/permissions.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { healthQuery } from '../overview/overview.queries.ts'
import { findHalfPriced, createPriceRows, type PriceCell, type PriceRow } from './price-cells.ts'
import { PriceDialog } from './price-dialog.tsx'
import { pricesQuery } from './prices.queries.ts'

/** H1: The prices of every product for every duration and currency; without a price it is not sold. */
export function PricesPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(pricesQuery)
  const editing = useEditing<PriceCell>()
  const rows = data && createPriceRows(data)
  return (
    <ConsolePage>
      <Note tone="info">{t(($) => $.adminPrices.prices.plans)}</Note>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {rows === undefined && error === null && <SkeletonRows rows={6} />}
      {rows && <HalfPriced rows={findHalfPriced(rows)} />}
      <VipCommandsMissing />
      {rows &&
        productTypes.map((product) => (
          <Matrix
            key={product}
            title={t(($) => $.adminPrices.prices.products[product])}
            rows={rows.filter((row) => row.product === product)}
            onEdit={editing.edit}
          />
        ))}
      {editing.item && (
        <PriceDialog
          key={editing.turn}
          open={editing.open}
          onClose={editing.close}
          cell={editing.item}
          name={termName(t, editing.item)}
        />
      )}
    </ConsolePage>
  )
}

/** VIP has a price, but no command sends it to a game server. */
function VipCommandsMissing() {
  const { t } = useTranslation()
  const { data } = useQuery(healthQuery)
  if (data?.attention.some(({ kind }) => kind === 'vipUnset') !== true) return null
  return (
    <Note tone="warn">
      {t(($) => $.adminPrices.prices.unset)} {t(($) => $.adminPrices.prices.unsetHint)}
    </Note>
  )
}

/** Who pays in the other currency cannot buy these. */
function HalfPriced({ rows }: { rows: readonly PriceRow[] }) {
  const { t, i18n } = useTranslation()
  if (rows.length === 0) return null
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const names = list.format(rows.map((row) => termName(t, row)))
  return (
    <Note tone="warn">
      {t(($) => $.adminPrices.prices.halfTitle, { names })} {t(($) => $.adminPrices.prices.halfHint)}
    </Note>
  )
}

interface MatrixProps {
  title: string
  rows: readonly PriceRow[]
  onEdit: (cell: PriceCell) => void
}

function Matrix({ title, rows, onEdit }: MatrixProps) {
  const { t } = useTranslation()
  const isSold = rows.some(({ cells }) => currencies.some((currency) => cells[currency].amount !== null))
  return (
    <Stack>
      <h2>{title}</h2>
      {!isSold && <Note tone="warn">{t(($) => $.adminPrices.prices.nothing, { product: title })}</Note>}
      <DataTable
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'term',
            title: t(($) => $.adminPrices.prices.term),
            cell: (row) => shortName(t, row),
            grow: true,
          },
          ...currencies.map((currency) => ({
            id: currency,
            title: t(($) => $.adminPrices.prices[currency]),
            cell: ({ cells }: PriceRow) => <Price cell={cells[currency]} onEdit={onEdit} />,
            end: true,
          })),
        ]}
      />
    </Stack>
  )
}

function Price({ cell, onEdit }: { cell: PriceCell; onEdit: (cell: PriceCell) => void }) {
  const { t } = useTranslation()
  const mayChange = useMayChangePage()
  const { amount, currency, payable } = cell
  const name = termName(t, cell)
  if (amount === null && !payable) return t(($) => $.adminPrices.prices.neverSold)
  if (!mayChange)
    return amount === null ? t(($) => $.adminPrices.prices.notSold) : formatMoney(amount, currency)
  return amount === null ? (
    <Button
      size="sm"
      variant="ghost"
      aria-label={t(($) => $.adminPrices.prices.set, { name, currency })}
      onClick={() => onEdit(cell)}
    >
      {t(($) => $.adminPrices.prices.notSold)}
    </Button>
  ) : (
    <Button
      size="sm"
      aria-label={t(($) => $.adminPrices.prices.edit, {
        name,
        currency,
        amount: formatMoney(amount, currency),
      })}
      onClick={() => onEdit(cell)}
    >
      {formatMoney(amount, currency)}
    </Button>
  )
}

/** A term within its product. */
function shortName(t: TFunction, { product, duration, relocatable }: Omit<PriceRow, 'id' | 'cells'>): string {
  const term = t(($) => $.adminPrices.prices.terms[duration])
  if (product !== 'server_rental') return term
  return t(($) => (relocatable ? $.adminPrices.prices.relocatable : $.adminPrices.prices.fixed), { term })
}

/** The same with its product. */
function termName(t: TFunction, row: Omit<PriceRow, 'id' | 'cells'>): string {
  return `${t(($) => $.adminPrices.prices.products[row.product])} ${shortName(t, row)}`
}
