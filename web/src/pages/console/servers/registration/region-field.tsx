import { regionCodes } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { regionsQuery } from '../../rentals/rentals.queries.ts'
import { useLocalizedText } from '../../rentals/rental-text.ts'
import { useServerText } from '../server-text.ts'
import { serversQuery } from '../servers.queries.ts'

interface RegionFieldProps {
  value: string
  onChange: (region: string) => void
  error: string | null
}

const other = '\n'

/** The region of a server: one of the portal's, one that another server has, or a text of the operator's own. */
export function RegionField({ value, onChange, error }: RegionFieldProps) {
  const { t } = useTranslation()
  const options = useRegions()
  const [typing, setTyping] = useState(false)
  const isListed = options.some((option) => option.value === value)
  const isTyped = typing || (value !== '' && !isListed)
  return (
    <>
      <SelectField
        label={t(($) => $.adminServers.form.region)}
        required
        value={isTyped ? other : value}
        onChange={(chosen) => {
          setTyping(chosen === other)
          onChange(chosen === other ? '' : chosen)
        }}
        options={[
          { value: '', text: t(($) => $.adminServers.form.chooseRegion) },
          ...options,
          { value: other, text: t(($) => $.adminServers.form.otherRegion) },
        ]}
        error={isTyped ? null : error}
      />
      {isTyped && (
        <TextField
          required
          label={t(($) => $.adminServers.form.regionName)}
          maxLength={40}
          value={value}
          onChange={(event) => {
            setTyping(true)
            onChange(event.currentTarget.value)
          }}
          hint={t(($) => $.adminServers.form.regionHint)}
          error={error}
        />
      )}
    </>
  )
}

/** Every region that has a name, in the order of the rentals' list, and what other servers have. */
function useRegions(): { value: string; text: string }[] {
  const words = useServerText()
  const say = useLocalizedText()
  const own = useQuery(regionsQuery).data ?? []
  const used = useQuery(serversQuery).data ?? []
  const names = new Map<string, string>([
    ...regionCodes.map((code) => [code, words.region(code)] as const),
    ...own.map(({ code, name }) => [code, say(name)] as const),
  ])
  const free = used.map(({ region }) => region).filter((region) => region !== '' && !names.has(region))
  return [
    ...[...names].map(([value, name]) => ({ value, text: `${name} (${value})` })),
    ...[...new Set(free)].map((value) => ({ value, text: value })),
  ]
}
