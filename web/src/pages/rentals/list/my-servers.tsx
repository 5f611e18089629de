import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useSession } from '../../../app/session/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { Spacer } from '../../../ui/layout/layout.tsx'
import { RentalDialogs } from '../rental-dialogs.tsx'
import { useOpenDialog } from '../new-server/use-open-dialog.ts'
import { useRentals } from '../rentals.queries.ts'
import { OperatorNotes } from './operator-notes.tsx'
import { ServerSections } from './server-sections.tsx'
import { SignedOutServers } from './signed-out-servers.tsx'
import { useLiveRentals } from './use-live-rentals.ts'
import styles from './list.module.css'

/** G3: one's practice servers, and the way to another one. */
export function MyServers() {
  const steamId = useSession()?.user.steamId
  if (steamId === undefined) {
    return (
      <>
        <ListHeader />
        <SignedOutServers />
      </>
    )
  }
  return <OwnServers key={steamId} steamId={steamId} />
}

function OwnServers({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const result = useRentals()
  const [dialog, setDialog] = useOpenDialog(steamId, result.data)
  useLiveRentals(steamId)
  const create = () => setDialog({ kind: 'new' })
  return (
    <>
      <ListHeader count={result.data?.length}>
        <Button
          variant={result.data?.length === 0 ? 'default' : 'primary'}
          icon="plus"
          aria-haspopup="dialog"
          {...floatingIntent}
          onClick={create}
        >
          {t(($) => $.practice.mine.newServer)}
        </Button>
      </ListHeader>
      <ServerSections
        result={result}
        onCreate={create}
        onOpen={(kind, server) => setDialog({ kind, server })}
      />
      <RentalDialogs servers={result.data} open={dialog} onClose={() => setDialog(null)} />
    </>
  )
}

function ListHeader({ count, children }: { count?: number | undefined; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        {t(($) => $.practice.mine.title)} {count !== undefined && <small>{count}</small>}
      </h2>
      <OperatorNotes />
      <Spacer />
      {children}
    </header>
  )
}
