import { productTypes, type ProductType } from '@clutch/contract/api/payments/orders.ts'
import { currencies } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import type { FieldNames } from '../kit/drafts/field-names.ts'
import { TimeField } from '../kit/forms/time-field.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import {
  toCouponFields,
  percentMax,
  parseCoupon,
  usesMax,
  type CouponField,
  type CouponFields,
} from './coupon-form.ts'
import styles from './coupon-dialog.module.css'
import { couponsQuery, saveCoupon, type Coupon } from '../prices/prices.queries.ts'

interface CouponDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new one. */
  coupon: Coupon | null
}

const withId = (coupon: Coupon) => ({ ...coupon, id: coupon.code })

/** Makes a coupon, or changes one; its code stays as it is. */
export function CouponDialog({ open, onClose, coupon }: CouponDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const names = useNames()
  const draft = useDraft({
    keepAs: 'coupon',
    item: coupon && withId(coupon),
    fieldsOf: toCouponFields,
    newest: async () => (await client.fetchQuery({ ...couponsQuery, staleTime: 0 })).map(withId),
    names,
  })
  const { fields, change, revision } = draft
  const { wrong, saved } = parseCoupon(fields)
  const action = useSave(draft, async () => {
    if (saved === null) return
    await saveCoupon(client, saved.code, { ...saved.body, revision: revision ?? 0 })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (saved !== null) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        coupon === null
          ? t(($) => $.adminPrices.coupons.add)
          : t(($) => $.adminPrices.coupons.edit, { code: coupon.code })
      }
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <Fields
        fields={fields}
        change={change}
        wrong={(field) => checked && wrong?.has(field) === true}
        isNew={coupon === null}
      />
    </FormDialog>
  )
}

function useNames(): FieldNames<CouponFields> {
  const { t } = useTranslation()
  return {
    code: t(($) => $.adminPrices.coupons.code),
    kind: {
      name: t(($) => $.adminPrices.coupons.kind),
      show: (kind: CouponFields['kind']) => t(($) => $.adminPrices.coupons[kind]),
    },
    percent: t(($) => $.adminPrices.coupons.percent),
    amount: t(($) => $.adminPrices.coupons.fixed),
    currency: t(($) => $.adminPrices.coupons.currency),
    products: {
      name: t(($) => $.adminPrices.coupons.holdsFor),
      show: (products: readonly ProductType[]) =>
        products.length === 0
          ? t(($) => $.adminPrices.coupons.everything)
          : products.map((product) => t(($) => $.adminPrices.coupons.products[product])).join('\n'),
    },
    uses: t(($) => $.adminPrices.coupons.uses),
    usesEach: t(($) => $.adminPrices.coupons.usesEach),
    starts: { name: t(($) => $.adminPrices.coupons.starts), show: formatConsoleTime },
    ends: { name: t(($) => $.adminPrices.coupons.ends), show: formatConsoleTime },
  }
}

interface FieldsProps {
  fields: CouponFields
  change: (fields: Partial<CouponFields>) => void
  wrong: (field: CouponField) => boolean
}

function Fields({ fields, change, wrong, isNew }: FieldsProps & { isNew: boolean }) {
  const { t } = useTranslation()
  const limitWrong = t(($) => $.admin.form.badNumber, { min: 1, max: usesMax })
  return (
    <>
      <TextField
        required
        label={t(($) => $.adminPrices.coupons.code)}
        value={fields.code}
        readOnly={!isNew}
        maxLength={64}
        onChange={(event) => change({ code: event.currentTarget.value })}
        hint={isNew ? t(($) => $.adminPrices.coupons.codeHint) : undefined}
        error={wrong('code') ? t(($) => $.adminPrices.coupons.codeHint) : null}
      />
      <DiscountFields fields={fields} change={change} wrong={wrong} />
      <Products products={fields.products} onChange={(products) => change({ products })} />
      <TextField
        label={t(($) => $.adminPrices.coupons.uses)}
        inputMode="numeric"
        value={fields.uses}
        onChange={(event) => change({ uses: event.currentTarget.value })}
        hint={t(($) => $.adminPrices.coupons.noLimit)}
        error={wrong('uses') ? limitWrong : null}
      />
      <TextField
        label={t(($) => $.adminPrices.coupons.usesEach)}
        inputMode="numeric"
        value={fields.usesEach}
        onChange={(event) => change({ usesEach: event.currentTarget.value })}
        hint={t(($) => $.adminPrices.coupons.noLimit)}
        error={wrong('usesEach') ? limitWrong : null}
      />
      <TimeField
        label={t(($) => $.adminPrices.coupons.starts)}
        value={fields.starts}
        onChange={(starts) => change({ starts })}
      />
      <TimeField
        label={t(($) => $.adminPrices.coupons.ends)}
        value={fields.ends}
        onChange={(ends) => change({ ends })}
        error={wrong('ends') ? t(($) => $.adminPrices.coupons.endsFirst) : null}
      />
    </>
  )
}

/** Percent, or an amount of one currency. */
function DiscountFields({ fields, change, wrong }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        wide
        label={t(($) => $.adminPrices.coupons.kind)}
        value={fields.kind}
        onChange={(kind) => change({ kind })}
        options={[
          { value: 'percent', text: t(($) => $.adminPrices.coupons.percent) },
          { value: 'fixed', text: t(($) => $.adminPrices.coupons.fixed) },
        ]}
      />
      {fields.kind === 'percent' ? (
        <TextField
          required
          label={t(($) => $.adminPrices.coupons.percent)}
          aside="%"
          inputMode="numeric"
          value={fields.percent}
          onChange={(event) => change({ percent: event.currentTarget.value })}
          error={wrong('percent') ? t(($) => $.admin.form.badNumber, { min: 1, max: percentMax }) : null}
        />
      ) : (
        <>
          <TextField
            required
            label={t(($) => $.adminPrices.coupons.fixed)}
            inputMode="decimal"
            value={fields.amount}
            onChange={(event) => change({ amount: event.currentTarget.value })}
            error={wrong('amount') ? t(($) => $.adminPrices.coupons.badAmount) : null}
          />
          <SelectField
            label={t(($) => $.adminPrices.coupons.currency)}
            value={fields.currency}
            onChange={(currency) => change({ currency })}
            options={currencies.map((value) => ({ value, text: value }))}
          />
        </>
      )}
    </>
  )
}

interface ProductsProps {
  products: readonly ProductType[]
  onChange: (products: readonly ProductType[]) => void
}

function Products({ products, onChange }: ProductsProps) {
  const { t } = useTranslation()
  const label = t(($) => $.adminPrices.coupons.holdsFor)
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <Stack gap="s">
        <Row wrap>
          {productTypes.map((product) => (
            <Switch
              key={product}
              checked={products.includes(product)}
              onChange={(on) =>
                onChange(productTypes.filter((one) => (one === product ? on : products.includes(one))))
              }
            >
              {t(($) => $.adminPrices.coupons.products[product])}
            </Switch>
          ))}
        </Row>
        <span className={styles.hint}>{t(($) => $.adminPrices.coupons.everyProduct)}</span>
      </Stack>
    </fieldset>
  )
}
