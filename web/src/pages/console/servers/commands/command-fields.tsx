import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { splitCommandLines } from '@clutch/contract/rules/servers/rcon/command-lines.ts'
import { Fragment } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { Code } from '../../../../ui/text/text.tsx'

export interface CommandsSectionProps {
  portal: OperatorPortalSettings
  /** Whether the operator only sees the commands; the page says why. */
  locked: boolean
}

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
  /** How many lines it may have. */
  max: number
  placeholders: readonly string[]
}

/** Some console lines with placeholders, one below the other, and how they are sent for a sample player. */
export function CommandLinesField(props: CommandLineProps) {
  const { label, value, onChange, sample, isGood, max, placeholders } = props
  const { t } = useTranslation()
  const known = placeholders.map((name) => `{${name}}`).join(' ')
  return (
    <TextArea
      label={label}
      value={value}
      rows={Math.max(1, value.split('\n').length)}
      maxLength={1_000}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isGood ? null : t(($) => $.adminServers.commands.badLines, { max, placeholders: known })}
      hint={
        <SentLines
          lines={sample ?? value}
          intro={t(($) => $.adminServers.commands.sample)}
          none={t(($) => $.adminServers.commands.nothingSent)}
        />
      }
    />
  )
}

interface SentLinesProps {
  /** One below the other; null while they cannot be filled. */
  lines: string | null
  intro: string
  none: string
}

/** How a command is sent, line by line. */
export function SentLines({ lines, intro, none }: SentLinesProps) {
  const sent = splitCommandLines(lines ?? '')
  if (sent.length === 0) return none
  return (
    <>
      {intro}
      {sent.map((line) => (
        <Fragment key={line}>
          {' '}
          <Code>{line}</Code>
        </Fragment>
      ))}
    </>
  )
}
