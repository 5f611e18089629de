import { boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { FieldGroup, FieldPair } from '../../../../ui/forms/field-group.tsx'
import { PasswordField } from '../../../../ui/forms/password-field.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { Switch } from '../../../../ui/buttons/switch.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { BilingualField } from '../../kit/forms/bilingual-field.tsx'
import { RegionField } from './region-field.tsx'
import { isOptional, ranges, type NumberField, type ServerFields, type InvalidField } from './server-form.ts'

export interface FieldsProps {
  fields: ServerFields
  change: (fields: Partial<ServerFields>) => void
  wrong: ReadonlySet<InvalidField>
}

/**
 * The effect of saving on the stored RCON password: there is none, it remains, or it is lost because the
 * address changes.
 */
const rconHints = { none: 'rconNone', kept: 'rconKept', lost: 'rconLost' } as const

/** The server's address and connection data, with the test below. */
export function AddressFields({
  fields,
  change,
  wrong,
  rcon,
  test,
}: FieldsProps & { rcon: keyof typeof rconHints; test: ReactNode }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t(($) => $.adminServers.form.address)}>
      <FieldPair>
        <TextField
          required
          label={t(($) => $.adminServers.form.ip)}
          value={fields.ip}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change({ ip: event.currentTarget.value })}
          error={wrong.has('ip') ? t(($) => $.adminServers.form.badHost) : null}
        />
        <NumberInput name="port" label={t(($) => $.adminServers.form.port)} {...{ fields, change, wrong }} />
      </FieldPair>
      <TextField
        required
        label={t(($) => $.adminServers.form.protocol)}
        value={fields.protocol}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => change({ protocol: event.currentTarget.value })}
        hint={t(($) => $.adminServers.form.protocolHint)}
        error={wrong.has('protocol') ? t(($) => $.adminServers.form.protocolHint) : null}
      />
      <PasswordField
        label={t(($) => $.adminServers.form.rcon)}
        autoComplete="new-password"
        maxLength={200}
        value={fields.rcon_password}
        onChange={(event) => change({ rcon_password: event.currentTarget.value })}
        hint={t(($) => $.adminServers.form[rconHints[rcon]])}
      />
      {rcon === 'kept' && (
        <Switch checked={fields.forgetRcon} onChange={(forgetRcon) => change({ forgetRcon })}>
          {t(($) => $.adminServers.form.rconForget)}
        </Switch>
      )}
      {test}
    </FieldGroup>
  )
}

/** What players see of it. */
export function DisplayFields({ fields, change, wrong }: FieldsProps) {
  const { t } = useTranslation()
  const props = { fields, change, wrong }
  return (
    <FieldGroup title={t(($) => $.adminServers.form.shown)}>
      <FieldPair>
        <TextField
          required
          label={t(($) => $.adminServers.form.name)}
          maxLength={120}
          value={fields.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={wrong.has('name') ? t(($) => $.admin.form.required) : null}
        />
        <TextField
          label={t(($) => $.adminServers.form.nameDisplay)}
          maxLength={120}
          value={fields.name_display}
          onChange={(event) => change({ name_display: event.currentTarget.value })}
        />
      </FieldPair>
      <FieldPair>
        <SelectField
          label={t(($) => $.adminServers.form.category)}
          value={fields.category}
          onChange={(category) => change({ category })}
          options={gameModes.map((value) => ({ value, text: t(($) => $.servers.mode[value]) }))}
        />
        <div>
          <RegionField
            value={fields.region}
            onChange={(region) => change({ region })}
            error={wrong.has('region') ? t(($) => $.adminServers.form.badText) : null}
          />
        </div>
      </FieldPair>
      <FieldPair>
        <TextField
          label={t(($) => $.adminServers.form.tickrate)}
          maxLength={40}
          value={fields.tickrate}
          onChange={(event) => change({ tickrate: event.currentTarget.value })}
        />
        <NumberInput
          name="players_max"
          label={t(($) => $.adminServers.form.playersMax)}
          hint={t(($) => $.adminServers.form.playersMaxHint)}
          {...props}
        />
      </FieldPair>
      <PositionFields {...props} />
      <Switch checked={fields.hidden} onChange={(hidden) => change({ hidden })}>
        {t(($) => $.adminServers.form.hidden)}
      </Switch>
      <Switch checked={fields.maintenance} onChange={(maintenance) => change({ maintenance })}>
        {t(($) => $.adminServers.form.maintenance)}
      </Switch>
      {fields.maintenance && (
        <BilingualField
          label={t(($) => $.adminServers.form.maintenanceNote)}
          max={200}
          value={fields.maintenance_note}
          onChange={(note) => change({ maintenance_note: note })}
        />
      )}
    </FieldGroup>
  )
}

/** Its position in the list, and its reserved slots. */
function PositionFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <FieldPair>
      <NumberInput
        name="ontop"
        label={t(($) => $.adminServers.form.ontop)}
        hint={t(($) => $.adminServers.form.ontopHint)}
        {...props}
      />
      <NumberInput
        name="star"
        label={t(($) => $.adminServers.form.star)}
        hint={t(($) => $.adminServers.form.starHint)}
        {...props}
      />
      <NumberInput name="reserved" label={t(($) => $.adminServers.form.reserved)} {...props} />
    </FieldPair>
  )
}

/** What its events are counted for. */
export function CountingFields({ fields, change, wrong }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t(($) => $.adminServers.form.counting)}>
      <FieldPair>
        <SelectField
          label={t(($) => $.adminServers.form.board)}
          value={fields.board}
          onChange={(board) => change({ board })}
          options={(['', ...boardModes] as const).map((value) => ({
            value,
            text: t(($) => $.adminServers.boards[value === '' ? 'none' : value]),
          }))}
        />
        <NumberInput
          name="min_humans"
          label={t(($) => $.adminServers.form.minHumans)}
          {...{ fields, change, wrong }}
        />
      </FieldPair>
      <Switch checked={fields.free_for_all} onChange={(free_for_all) => change({ free_for_all })}>
        {t(($) => $.adminServers.form.freeForAll)}
      </Switch>
      <Switch checked={fields.may_bind} onChange={(may_bind) => change({ may_bind })}>
        {t(($) => $.adminServers.form.mayBind)}
      </Switch>
    </FieldGroup>
  )
}

/** Its rules, in both languages. */
export function RulesFields({ fields, change }: Omit<FieldsProps, 'wrong'>) {
  const { t } = useTranslation()
  const label = t(($) => $.adminServers.form.rules)
  return (
    <FieldGroup title={label}>
      <BilingualField
        label={label}
        max={20_000}
        lines={5}
        value={fields.rules}
        onChange={(rules) => change({ rules })}
      />
    </FieldGroup>
  )
}

interface NumberInputProps extends FieldsProps {
  name: NumberField
  label: string
  hint?: string
}

/** A whole number as it is typed. */
export function NumberInput({ name, label, hint, fields, change, wrong }: NumberInputProps) {
  const { t } = useTranslation()
  const [min, max] = ranges[name]
  return (
    <TextField
      label={label}
      required={!isOptional(name)}
      inputMode="numeric"
      maxLength={9}
      value={fields[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      hint={hint}
      error={wrong.has(name) ? t(($) => $.admin.form.badNumber, { min, max }) : null}
    />
  )
}
