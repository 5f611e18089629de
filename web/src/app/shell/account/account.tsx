import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { withWords } from '../../../locales/lazy-words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { preloadFloating } from '../../../ui/dialogs/lazy-floating.ts'
import { createLazyPart } from '../../../ui/loading/lazy-part.ts'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { accountButtonId, focusAccountButton } from '../../account/account-focus.ts'
import { getSession, useSession } from '../../session/session.ts'
import { openSignIn } from '../../sign-in/sign-in-dialog-store.ts'
import type { SidebarEntry } from '../sidebar/sidebar-entries.ts'
import { preloadSignIn } from '../sign-in.tsx'

const own = createLazyPart(() => withWords('signIn', import('./own-account.tsx')))
const preloadIntent = () => {
  preloadFloating()
  preloadSignIn()
}

/** Loads the account part early for a user from an earlier visit. */
export function preloadAccount(): void {
  if (getSession() !== null) own.preload()
}

/** B3: The signed-in user with a menu; the sign-in button for a visitor. */
export function Account() {
  const session = useSession()
  const [atLoad] = useState(session?.token)
  const part = own.usePart(session !== null)
  const { t } = useTranslation()
  const isSignedIn = session !== null
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) focusAccountButton()
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])
  if (session !== null)
    return part ? (
      <part.OwnAccount user={session.user} fresh={session.token !== atLoad} />
    ) : (
      <span className={shellStyles.account} />
    )
  return (
    <Button
      id={accountButtonId}
      variant="primary"
      aria-haspopup="dialog"
      onPointerEnter={preloadIntent}
      onFocus={preloadIntent}
      onClick={() => openSignIn()}
    >
      {t(($) => $.shell.signIn)}
    </Button>
  )
}

function useOwnPart() {
  return own.usePart(useSession() !== null)
}

/** The end of one's VIP, before it comes. */
export function VipEnding() {
  const part = useOwnPart()
  return part && <part.VipEnding />
}

/** B4: who is signed in, in the sidebar of a phone. */
export function SidebarAccount() {
  const part = useOwnPart()
  return part && <part.OwnCard />
}

interface OwnEntryProps {
  entry: SidebarEntry
  replace?: boolean
}

/** B5: the entry that is there for some only. */
export function PersonalEntry(props: OwnEntryProps) {
  const part = useOwnPart()
  return part && <part.InventoryEntry {...props} />
}
