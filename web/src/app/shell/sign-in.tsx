import { useLocation, useNavigate } from '../router/router-provider.tsx'
import { withWords } from '../../locales/lazy-words.ts'
import { createLazyPart } from '../../ui/loading/lazy-part.ts'
import { closeSignIn, useSignInMode } from '../sign-in/sign-in-dialog-store.ts'

const dialog = createLazyPart(() => withWords('signIn', import('../../pages/sign-in/sign-in-dialog.tsx')))

export const preloadSignIn = dialog.preload

/** A7: the sign-in dialog over whatever page is shown, fetched when it is first opened; closing it leaves `/login`. */
export function SignIn() {
  const mode = useSignInMode()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const part = dialog.usePart(mode !== null)
  const close = () => {
    closeSignIn()
    if (/^\/login\/*$/.test(pathname)) void navigate({ to: '/', replace: true })
  }
  return part && <part.SignInDialog mode={mode} onClose={close} />
}
