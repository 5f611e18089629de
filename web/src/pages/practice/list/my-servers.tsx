import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useSession } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { floatingIntent } from '../../../ui/floating.ts'
import { Spacer } from '../../../ui/layout.tsx'
import { PracticeDialogs } from '../dialogs.tsx'
import { useOpenDialog } from '../new-server/use-open-dialog.ts'
import { usePracticeServers } from '../practice.queries.ts'
import { Help } from './help.tsx'
import { ServerSections } from './server-sections.tsx'
import { SignedOutServers } from './signed-out-servers.tsx'
import { useLiveLeases } from './use-live-leases.ts'
import styles from './list.module.css'

/** G3: one's practice servers, and the way to another one. */
export function MyServers() {
  const steamId = useSession()?.user.steamId
  if (steamId === undefined) {
    return (
      <>
        <Head />
        <SignedOutServers />
      </>
    )
  }
  return <OwnServers key={steamId} steamId={steamId} />
}

function OwnServers({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const result = usePracticeServers()
  const [dialog, setDialog] = useOpenDialog(steamId, result.data)
  useLiveLeases(steamId)
  const create = () => setDialog({ kind: 'new' })
  return (
    <>
      <Head count={result.data?.length}>
        <Button
          variant={result.data?.length === 0 ? 'default' : 'primary'}
          icon="plus"
          aria-haspopup="dialog"
          {...floatingIntent}
          onClick={create}
        >
          {t(($) => $.practice.mine.newServer)}
        </Button>
      </Head>
      <ServerSections
        result={result}
        onCreate={create}
        onOpen={(kind, server) => setDialog({ kind, server })}
      />
      <PracticeDialogs servers={result.data} open={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function Head({ count, children }: { count?: number | undefined; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        {t(($) => $.practice.mine.title)} {count !== undefined && <small>{count}</small>}
      </h2>
      <Help />
      <Spacer />
      {children}
    </header>
  )
}
