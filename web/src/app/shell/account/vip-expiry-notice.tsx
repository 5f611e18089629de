import { useLocation } from '../../router/router-provider.tsx'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Note } from '../../../ui/messages/note.tsx'
import { BannerSlot } from '../../../ui/layout/shell-frame.tsx'
import { formatIsoDay } from '../../time/community-clock.ts'
import { writeStored, readStored } from '../../browser/browser-storage.ts'
import { PageLink } from '../../navigation/page-link.tsx'
import { useNow } from '../../time/use-now.ts'
import { useVipStatus } from '../../account/vip-status.queries.ts'
import { findExpiryNotice } from './expiry-notice.ts'

/** The storage key for the last notice closed in this browser. */
const storageKey = 'vipEndingClosed'
const checkIntervalMs = 60_000

/** Shown 3 days and 1 day before a membership ends, on every page, until it is closed or VIP is renewed. */
export function VipEnding() {
  const [closed, setClosed] = useState(() => readStored(storageKey))
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const status = useVipStatus()
  const notice = findExpiryNotice(status, useNow(checkIntervalMs))
  if (notice === null || notice.key === closed) return null
  const close = () => {
    writeStored(storageKey, notice.key)
    setClosed(notice.key)
  }
  return (
    <BannerSlot>
      <Note
        tone="busy"
        onClose={close}
        action={
          pathname !== '/vip' && (
            <PageLink to="/vip" size="sm">
              {t(($) => $.signIn.vipRenew)}
            </PageLink>
          )
        }
      >
        {t(($) => $.signIn.vipEnding, { date: formatIsoDay(notice.ends) })}
      </Note>
    </BannerSlot>
  )
}
