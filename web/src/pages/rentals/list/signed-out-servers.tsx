import { Suspense } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { wasEndedByPortal } from '../../../app/session/session.ts'
import { SignedOut } from '../../../app/session/signed-out.tsx'
import { SampleServers } from './lazy-sample-servers.ts'
import styles from './list.module.css'

/**
 * G3: For a signed-out visitor: sample cards, blurred and disabled, and the sign-in button; G22: or a note
 * that the session ended here.
 */
export function SignedOutServers() {
  const { t } = useTranslation()
  const ended = wasEndedByPortal()
  return (
    <div className={styles.signedOut}>
      <div className={styles.sample} inert aria-hidden="true">
        <Suspense>
          <SampleServers />
        </Suspense>
      </div>
      <div className={styles.over}>
        <SignedOut
          title={ended ? t(($) => $.practice.mine.tokenExpired) : t(($) => $.practice.mine.signedOut)}
        >
          {ended ? t(($) => $.practice.mine.tokenExpiredNext) : t(($) => $.practice.mine.signedOutNext)}
        </SignedOut>
      </div>
    </div>
  )
}
