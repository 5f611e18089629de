import { WithAccount } from '../with-account.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { steamProfileUrl } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { SettingRow } from '../setting-row.tsx'
import { OutsideLink } from '../../../app/navigation/outside-link.tsx'
import { LinkedAccountsPanel } from './linked-accounts-panel.tsx'
import { EmailRow } from './email-row.tsx'

/** J2: how one signs in, what protects it, and where one is signed in. */
export function SecurityPage() {
  return (
    <WithAccount>
      {(account) => (
        <>
          <SignInPanel account={account} />
          <LinkedAccountsPanel steamId={account.steamId} />
          {account.email !== null && <PasswordPanel steamId={account.steamId} email={account.email} />}
          <SecondFactorPanel account={account} />
          <SessionsPanel steamId={account.steamId} />
        </>
      )}
    </WithAccount>
  )
}

/** J2: the Steam account that is bound, and the e-mail address where there is one. */
function SignInPanel({ account: { steamId, steamName, email } }: { account: Account }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.settings.security.signIn)} padded={false}>
      <SettingRow
        lead={<Icon name="link" />}
        title={
          <>
            {t(($) => $.settings.security.steam)} <Code>{steamId}</Code>
          </>
        }
        hint={
          steamName === ''
            ? t(($) => $.settings.security.bound)
            : t(($) => $.settings.security.boundAs, { name: steamName })
        }
      >
        <OutsideLink href={steamProfileUrl(steamId)}>{t(($) => $.settings.steamPage)}</OutsideLink>
      </SettingRow>
      <EmailRow steamId={steamId} email={email} />
    </Panel>
  )
}
