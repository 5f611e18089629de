import { splitCommandLines } from '@clutch/contract/rules/servers/rcon/command-lines.ts'
import { Fragment } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Code } from '../../../../ui/text/text.tsx'

interface PresetFieldProps<Preset extends string> {
  names: readonly Preset[]
  nameOf: (preset: Preset) => string
  /** Null: the lines were written by hand. */
  value: Preset | null
  onChange: (preset: Preset) => void
}

/** Fills all lines of a section with those of a known plugin. */
export function PresetField<Preset extends string>(props: PresetFieldProps<Preset>) {
  const { names, nameOf, value, onChange } = props
  const { t } = useTranslation()
  const custom = { value: '' as const, text: t(($) => $.adminServers.commands.custom) }
  return (
    <SelectField<Preset | ''>
      label={t(($) => $.adminServers.commands.preset)}
      value={value ?? ''}
      onChange={(chosen) => {
        if (chosen !== '') onChange(chosen)
      }}
      options={[
        ...names.map((name) => ({ value: name, text: nameOf(name) })),
        ...(value === null ? [custom] : []),
      ]}
    />
  )
}

interface CommandLineProps {
  label: string
  value: string
  onChange: (line: string) => void
  /** The line with sample values; null while it cannot be filled. */
  sample: string | null
  isGood: boolean
  placeholders: readonly string[]
}

/** Some console lines with placeholders, one below the other, and how they are sent for a sample player. */
export function CommandLinesField(props: CommandLineProps) {
  const { label, value, onChange, sample, isGood, placeholders } = props
  const { t } = useTranslation()
  const known = placeholders.map((name) => `{${name}}`).join(' ')
  const sent = splitCommandLines(sample ?? value)
  return (
    <TextArea
      label={label}
      value={value}
      rows={Math.max(1, value.split('\n').length)}
      maxLength={1_000}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isGood ? null : t(($) => $.adminServers.commands.badLines, { placeholders: known })}
      hint={
        sent.length === 0 ? (
          t(($) => $.adminServers.commands.nothingSent)
        ) : (
          <>
            {t(($) => $.adminServers.commands.sample)}
            {sent.map((line) => (
              <Fragment key={line}>
                {' '}
                <Code>{line}</Code>
              </Fragment>
            ))}
          </>
        )
      }
    />
  )
}

/** One console line with placeholders, and how it is sent for a sample player. */
export function CommandLineField(props: CommandLineProps) {
  const { label, value, onChange, sample, isGood, placeholders } = props
  const { t } = useTranslation()
  const known = placeholders.map((name) => `{${name}}`).join(' ')
  return (
    <TextField
      label={label}
      value={value}
      maxLength={200}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isGood ? null : t(($) => $.adminServers.commands.badLine, { placeholders: known })}
      hint={
        value.trim() === '' ? (
          t(($) => $.adminServers.commands.nothingSent)
        ) : (
          <>
            {t(($) => $.adminServers.commands.sample)} <Code>{sample ?? value}</Code>
          </>
        )
      }
    />
  )
}
