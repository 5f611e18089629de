import { Suspense, useEffect } from 'react'
import { useSession } from '../../../app/session/session.ts'
import { whenIdle } from '../../../ui/loading/when-idle.ts'
import { OwnServers } from './lazy-own-servers.ts'
import { ListHeader } from './list-header.tsx'
import { SignedOutServers } from './signed-out-servers.tsx'

interface MyServersProps {
  /** Called with the name of a server that became ready while the page is open, null once the visitor does something. */
  onReady: (name: string | null) => void
}

/** G3: one's practice servers, and the way to another one. */
export function MyServers({ onReady }: MyServersProps) {
  const steamId = useSession()?.user.steamId
  useEffect(() => whenIdle(() => void OwnServers.preload()), [])
  if (steamId === undefined) {
    return (
      <>
        <ListHeader />
        <SignedOutServers />
      </>
    )
  }
  return (
    <Suspense fallback={<ListHeader />}>
      <OwnServers key={steamId} steamId={steamId} onReady={onReady} />
    </Suspense>
  )
}
