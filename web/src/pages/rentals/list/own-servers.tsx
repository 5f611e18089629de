import { useEffect } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { RentalDialogs } from '../rental-dialogs.tsx'
import { useOpenDialog } from '../new-server/use-open-dialog.ts'
import { useRentals } from '../rentals.queries.ts'
import { ListHeader } from './list-header.tsx'
import { ServerSections } from './server-sections.tsx'
import { useLiveRentals } from './use-live-rentals.ts'
import { useReadyNotice } from './use-ready-notice.ts'

interface OwnServersProps {
  steamId: string
  /** Called with the name of a server that became ready while the page is open, null once the visitor does something. */
  onReady: (name: string | null) => void
}

/** G3: the practice servers of a signed-in user. */
export function OwnServers({ steamId, onReady }: OwnServersProps) {
  const { t } = useTranslation()
  const result = useRentals()
  const [dialog, setDialog] = useOpenDialog(steamId, result.data)
  const ready = useReadyNotice(result.data)?.instance_name ?? null
  useEffect(() => onReady(ready), [onReady, ready])
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
