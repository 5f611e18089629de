import { WithAccount } from '../with-account.tsx'
import { ProfileForm } from './profile-form.tsx'

/** J2: how others see the player. */
export function ProfilePage() {
  return <WithAccount>{(account) => <ProfileForm account={account} />}</WithAccount>
}
