import { useSearch } from '../../../app/router/router-provider.tsx'
import { useEffect } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Logo } from '../../../app/shell/logo.tsx'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { useSession } from '../../../app/session/session.ts'
import { SignedOut } from '../../../app/session/signed-out.tsx'
import { useVipStatusRefresh } from '../../../app/account/vip-status.queries.ts'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { Code, VisuallyHidden } from '../../../ui/text/text.tsx'
import { isFramed, postToParent } from '../frame-messages.ts'
import { BuyVip } from './buy-vip.tsx'
import styles from './subscribe.module.css'
import { readDisplayParameters } from './display-parameters.ts'

/** F4: where VIP is bought, in the dialog of VIP’s page or alone. The order is of who is signed in, whatever the address says. */
export function SubscribePage() {
  const { t } = useTranslation()
  const session = useSession()
  const framed = isFramed()
  useVipStatusRefresh()
  useEscape(framed)
  useEffect(() => postToParent('ready'), [])
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.vip.subscribe.title)}</PageTitle>
      {framed ? (
        <VisuallyHidden>
          <h1>{t(($) => $.vip.subscribe.title)}</h1>
        </VisuallyHidden>
      ) : (
        <header className={styles.head}>
          <Logo />
          <h1>{t(($) => $.vip.subscribe.title)}</h1>
        </header>
      )}
      <Buyer />
      {session === null ? (
        <SignedOutBuyer framed={framed} />
      ) : (
        <BuyVip key={session.user.steamId} user={session.user} />
      )}
    </div>
  )
}

/** F4: what the address says of who buys, for display only; without it who is signed in. */
function Buyer() {
  const { t } = useTranslation()
  const { name } = usePortal()
  const user = useSession()?.user
  const search = useSearch()
  const { username, steamId, community } = readDisplayParameters(search, user, name)
  const url = steamId === user?.steamId ? user.avatar : null
  return (
    <>
      {username !== '' && (
        <div className={styles.buyer}>
          <Avatar name={username} seed={steamId} url={url} size="m" />
          <div className={styles.who}>
            <b className={styles.name}>{username}</b>
            {steamId !== '' && <Code>{steamId}</Code>}
          </div>
          <span className={styles.community}>{t(($) => $.vip.subscribe.community, { name: community })}</span>
        </div>
      )}
      {user !== undefined && steamId !== user.steamId && (
        <Note tone="info">{t(($) => $.vip.subscribe.otherAccount, { name: user.username })}</Note>
      )}
    </>
  )
}

/** Inside the dialog there is no way to sign in: the page around it has one. */
function SignedOutBuyer({ framed }: { framed: boolean }) {
  const { t } = useTranslation()
  const title = t(($) => $.vip.subscribe.signedOut)
  if (!framed) return <SignedOut title={title}>{t(($) => $.vip.subscribe.signedOutNext)}</SignedOut>
  return (
    <EmptyState icon="lock" title={title}>
      {t(($) => $.vip.subscribe.signedOutFramed)}
    </EmptyState>
  )
}

/** Escape closes the dialog around, also while the focus is in its frame. */
function useEscape(framed: boolean): void {
  useEffect(() => {
    if (!framed) return
    const listening = new AbortController()
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) postToParent('close')
    }
    addEventListener('keydown', leave, { signal: listening.signal })
    return () => listening.abort()
  }, [framed])
}
