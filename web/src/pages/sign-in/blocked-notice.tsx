import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Facts } from '../../ui/tables/facts.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { blockedStore } from './blocked-store.ts'
import type { ModeProps } from './mode-props.ts'

/** C16: an operator keeps this player out: why, and until when. */
export function BlockedNotice({ onDone }: ModeProps) {
  const { t, i18n } = useTranslation()
  const blocked = useSyncExternalStore(blockedStore.subscribe, blockedStore.get)
  const until =
    blocked?.expires == null
      ? t(($) => $.signIn.blocked.forGood)
      : formatDayTimeAndYear(blocked.expires, i18n.language)
  return (
    <Stack gap="l">
      <Note tone="bad">{t(($) => $.signIn.blocked.text)}</Note>
      <Facts
        facts={[
          { name: t(($) => $.signIn.blocked.reason), text: blocked?.reason ?? '' },
          { name: t(($) => $.signIn.blocked.until), text: until },
        ]}
      />
      <Button onClick={onDone}>{t(($) => $.common.close)}</Button>
    </Stack>
  )
}
