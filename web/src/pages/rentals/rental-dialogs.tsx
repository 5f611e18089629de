import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useState, type ComponentType } from 'react'
import { laterWords } from '../../locales/later-words.ts'
import { withWords } from '../../locales/lazy-words.ts'
import { createLazyPart } from '../../ui/loading/lazy-part.ts'
import type { ServerDialogProps } from './dialogs/dialog-props.ts'
import type { OpenDialog, ServerDialog } from './open-dialog.ts'

/** A dialog of a server that comes with its words when it is first wanted. */
function lazyServerDialog<Module>(
  words: 'practiceBuy' | 'practiceDialogs',
  fetchModule: () => Promise<Module>,
  dialogOf: (module: Module) => ComponentType<ServerDialogProps>,
) {
  return createLazyPart(async () => ({ Dialog: dialogOf(await withWords(laterWords[words], fetchModule())) }))
}

const newServer = createLazyPart(() =>
  withWords(laterWords.practiceBuy, import('./new-server/new-server-dialog.tsx')),
)

const serverDialogs = {
  renew: lazyServerDialog(
    'practiceBuy',
    () => import('./dialogs/small-dialogs.ts'),
    (module) => module.RenewDialog,
  ),
  map: lazyServerDialog(
    'practiceDialogs',
    () => import('./maps/map-dialog.tsx'),
    (module) => module.MapDialog,
  ),
  live: lazyServerDialog(
    'practiceDialogs',
    () => import('./dialogs/small-dialogs.ts'),
    (module) => module.LiveDialog,
  ),
  password: lazyServerDialog(
    'practiceDialogs',
    () => import('./dialogs/small-dialogs.ts'),
    (module) => module.PasswordDialog,
  ),
  admins: lazyServerDialog(
    'practiceDialogs',
    () => import('./admins/admins-dialog.tsx'),
    (module) => module.AdminsDialog,
  ),
  demos: lazyServerDialog(
    'practiceDialogs',
    () => import('./demos/demos-dialog.tsx'),
    (module) => module.DemosDialog,
  ),
  grenades: lazyServerDialog(
    'practiceDialogs',
    () => import('./grenades/grenades-dialog.tsx'),
    (module) => module.GrenadesDialog,
  ),
  region: lazyServerDialog(
    'practiceDialogs',
    () => import('./region-switch/region-dialog.tsx'),
    (module) => module.RegionDialog,
  ),
  verify: lazyServerDialog(
    'practiceDialogs',
    () => import('./dialogs/small-dialogs.ts'),
    (module) => module.VerifyDialog,
  ),
  refund: lazyServerDialog(
    'practiceDialogs',
    () => import('./dialogs/small-dialogs.ts'),
    (module) => module.RefundDialog,
  ),
} satisfies Record<ServerDialog, unknown>

interface PracticeDialogsProps {
  servers: readonly RentalView[] | undefined
  /** The one that is open; null for none. */
  open: OpenDialog | null
  onClose: () => void
}

/** The dialogs of the page, one at a time. What a server's dialog shows is up to date as long as the server is listed. */
export function RentalDialogs({ servers, open, onClose }: PracticeDialogsProps) {
  const times = useOpenCount(open)
  if (open === null) return null
  if (open.kind === 'new') return <NewServer key={times} onClose={onClose} />
  const { kind, server } = open
  const current = servers?.find(({ instance_id }) => instance_id === server.instance_id) ?? server
  return <OpenServerDialogPart key={times} kind={kind} server={current} onClose={onClose} />
}

/** Each opening is one of its own: what could not be fetched the last time is asked for again. */
function useOpenCount(open: OpenDialog | null): number {
  const [last, setLast] = useState({ open, times: 0 })
  if (open === last.open) return last.times
  setLast({ open, times: last.times + 1 })
  return last.times + 1
}

function NewServer({ onClose }: { onClose: () => void }) {
  const part = newServer.usePart(true)
  return part && <part.NewServerDialog onClose={onClose} />
}

function OpenServerDialogPart({
  kind,
  server,
  onClose,
}: {
  kind: ServerDialog
  server: RentalView
  onClose: () => void
}) {
  const part = serverDialogs[kind].usePart(true)
  return part && <part.Dialog server={server} onClose={onClose} />
}
