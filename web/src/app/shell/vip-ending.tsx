import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Note } from '../../ui/note.tsx'
import { BannerPlace } from '../../ui/shell-frame.tsx'
import { communityDay } from '../community-time.ts'
import { keep, kept } from '../kept.ts'
import { PageLink } from '../page-link.tsx'
import { useNow } from '../use-now.ts'
import { useVipStatus } from '../vip-status.queries.ts'
import { dueNotice } from './due-notice.ts'

/** Where it is kept which notice was closed in this browser. */
const storageKey = 'vipEndingClosed'
const lookEveryMs = 60_000

/** Told 3 days and 1 day before a membership ends, on every page, until it is closed or VIP is renewed. */
export function VipEnding() {
  const [closed, setClosed] = useState(() => kept(storageKey))
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const status = useVipStatus()
  const notice = dueNotice(status, useNow(lookEveryMs))
  if (notice === null || notice.key === closed) return null
  const close = () => {
    keep(storageKey, notice.key)
    setClosed(notice.key)
  }
  return (
    <BannerPlace>
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
        {t(($) => $.signIn.vipEnding, { date: communityDay(notice.ends) })}
      </Note>
    </BannerPlace>
  )
}
