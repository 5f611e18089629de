import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { steamProfileUrl } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { SettingRow } from '../setting-row.tsx'
import { OutsideLink } from '../../../app/navigation/outside-link.tsx'
import { EmailRow } from './email-row.tsx'

/** J2: the Steam account that is bound, and the e-mail address where there is one. */
export function SignInPanel({ account: { steamId, steamName, email } }: { account: Account }) {
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
