import { createLink } from '../../app/router/page-anchor.tsx'
import { useLocation } from '../../app/router/router-provider.tsx'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { usePortal } from '../../app/portal/portal-context.ts'
import { useSession } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { Page, PageHeader } from '../../ui/layout/layout.tsx'
import { TabLink, Tabs } from '../../ui/tabs/tabs.tsx'

const Tab = createLink(TabLink)

/** J2: The frame around every settings page; a signed-out visitor has no settings. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const session = useSession()
  const { settings, push } = usePortal().features
  const { profile, security } = settings
  const { pathname } = useLocation()
  const titles: Record<string, string> = {
    '/settings/profile': t(($) => $.settings.profile.title),
    '/settings/security': t(($) => $.settings.security.title),
    '/settings/notifications': t(($) => $.settings.push.title),
  }
  const tabTitle = titles[pathname] ?? t(($) => $.settings.title)
  return (
    <Page measured>
      <PageHeader title={t(($) => $.settings.title)} tabTitle={tabTitle} />
      {session === null ? (
        <SignedOut title={t(($) => $.settings.signedOut)}>{t(($) => $.settings.signedOutNext)}</SignedOut>
      ) : (
        <Fragment key={session.user.steamId}>
          <Tabs label={t(($) => $.settings.title)}>
            <Tab to="/settings">{t(($) => $.settings.general.title)}</Tab>
            {profile && <Tab to="/settings/profile">{t(($) => $.settings.profile.title)}</Tab>}
            {security && <Tab to="/settings/security">{t(($) => $.settings.security.title)}</Tab>}
            {push.enabled && <Tab to="/settings/notifications">{t(($) => $.settings.push.title)}</Tab>}
          </Tabs>
          {children}
        </Fragment>
      )}
    </Page>
  )
}
