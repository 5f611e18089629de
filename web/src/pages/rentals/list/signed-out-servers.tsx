import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { wasEndedByPortal } from '../../../app/session/session.ts'
import { SignedOut } from '../../../app/session/signed-out.tsx'
import { ServerCard } from '../card/server-card.tsx'
import { createSampleServer } from './sample-server.ts'
import { Cards } from './server-sections.tsx'
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
        <Sample />
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

function Sample() {
  const { t } = useTranslation()
  const [servers] = useState(() =>
    ['sv-sample1', 'sv-sample2', 'sv-sample3', 'sv-sample4'].map((id) =>
      createSampleServer(
        id,
        t(($) => $.practice.mine.sample),
        t(($) => $.servers.place['ap-shanghai']),
      ),
    ),
  )
  return (
    <Cards>
      {servers.map((server) => (
        <ServerCard key={server.instance_id} server={server} now={server.created} onOpen={() => undefined} />
      ))}
    </Cards>
  )
}
