import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { recipientQuery } from '../vip.queries.ts'
import { findRecipientError, removeSpaces, type RecipientKind } from './recipient.ts'

export interface Recipient {
  choice: RecipientKind
  /** The SteamID64 of a gift, as far as it was typed. */
  steamId: string
}

interface RecipientChoiceProps {
  value: Recipient
  onChange: (value: Recipient) => void
  /** SteamID64 of who buys. */
  own: string
  ownName: string
}

/** F4: VIP for oneself, or for another SteamID64, whose name is looked up. */
export function RecipientChoice({ value, onChange, own, ownName }: RecipientChoiceProps) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceCards
        label={t(($) => $.vip.subscribe.recipient)}
        options={[
          {
            value: 'self',
            title: t(($) => $.vip.subscribe.self),
            detail: ownName,
            picture: <Icon name="crown" />,
          },
          {
            value: 'gift',
            title: t(($) => $.vip.subscribe.gift),
            detail: t(($) => $.vip.subscribe.giftDetail),
            picture: <Icon name="gift" />,
          },
        ]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
      />
      {value.choice === 'gift' && (
        <GiftField
          steamId={value.steamId}
          own={own}
          onChange={(steamId) => onChange({ ...value, steamId })}
        />
      )}
    </>
  )
}

interface GiftFieldProps {
  steamId: string
  own: string
  onChange: (steamId: string) => void
}

/**
 * Validated on blur; a valid SteamID64 shows the player's name. A player who was never here may get a gift,
 * too.
 */
function GiftField({ steamId, own, onChange }: GiftFieldProps) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const fault = findRecipientError(steamId, own)
  const { data, isError, isFetching } = useQuery({ ...recipientQuery(steamId), enabled: fault === null })
  const faults = {
    missing: t(($) => $.vip.subscribe.steamIdMissing),
    rule: t(($) => $.vip.subscribe.steamIdRule),
    own: t(($) => $.vip.subscribe.ownId),
  }
  const found = fault === null ? data : undefined
  return (
    <>
      <TextField
        label={t(($) => $.vip.subscribe.steamId)}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder="7656119…"
        value={steamId}
        hint={found ? t(($) => $.vip.subscribe.found, { name: found.username }) : undefined}
        good={found !== undefined && found !== null}
        error={left && fault !== null ? faults[fault] : null}
        aria-busy={isFetching}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          setLeft(false)
          onChange(removeSpaces(event.currentTarget.value))
        }}
      />
      {fault === null && (found === null || isError) && (
        <Note tone="busy">
          {isError ? t(($) => $.vip.subscribe.lookupFailed) : t(($) => $.vip.subscribe.unknown)}
        </Note>
      )}
    </>
  )
}
