import { WithAccount } from '../with-account.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'

/** J2: how one signs in, what protects it, and where one is signed in. */
export function SecurityPage() {
  return (
    <WithAccount>
      {(account) => (
        <>
          <SignInPanel account={account} />
          {account.email !== null && <PasswordPanel steamId={account.steamId} email={account.email} />}
          <SecondFactorPanel account={account} />
          <SessionsPanel steamId={account.steamId} />
        </>
      )}
    </WithAccount>
  )
}
