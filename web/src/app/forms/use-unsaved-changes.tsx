import { useRouter } from '../router/router-provider.tsx'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { isFirstUnsavedForm, registerUnsavedForm } from './unsaved-forms.ts'

interface UnsavedForm {
  /** Whether the form has unsaved content. */
  changed: boolean
  /** Closes the form; leave out where it is a part of its page. */
  onDiscard?: () => void
  words: { title: string; message: string; action: string; keep: string }
}

interface UnsavedGuard {
  /** Closes an untouched form at once, and asks first about another. */
  close: () => void
  /** The question. It belongs inside the dialog it is about: Escape then answers the question alone. */
  question: ReactNode
}

/**
 * Asks for confirmation before a form's unsaved content is dropped: on closing, on a link and on the
 * browser's back button; the browser itself asks before it reloads or closes the page.
 */
export function useUnsavedChanges({ changed, onDiscard, words }: UnsavedForm): UnsavedGuard {
  const [closing, setClosing] = useState(false)
  // Saved while the question was open: close it, also for later input.
  if (closing && !changed) setClosing(false)
  const leaving = useNavigationBlock(changed)
  const stay = () => {
    setClosing(false)
    leaving.answer?.('stay')
  }
  const discard = () => {
    setClosing(false)
    onDiscard?.()
    leaving.answer?.('go')
  }
  return {
    close: () => (changed ? setClosing(true) : onDiscard?.()),
    question: (
      <ConfirmDialog
        open={changed && (closing || leaving.answer !== null)}
        onCancel={stay}
        onConfirm={discard}
        {...words}
      />
    ),
  }
}

/** The same for text on a page of players, as `useUnsavedChanges` of a form that is a part of its page. Returns the question. */
export function useUnsavedText(changed: boolean): ReactNode {
  const { t } = useTranslation()
  const words = {
    title: t(($) => $.unsaved.title),
    message: t(($) => $.unsaved.message),
    action: t(($) => $.unsaved.discard),
    keep: t(($) => $.unsaved.keep),
  }
  return useUnsavedChanges({ changed, words }).question
}

type Answer = (answer: 'stay' | 'go') => void

/** Holds every way out of the page while something is unsaved, until it is answered; saved meanwhile, the way is free. */
function useNavigationBlock(changed: boolean): { answer: Answer | null } {
  // Not the router’s own useBlocker: it would be fetched with the first screen, as all of the router is.
  const { history } = useRouter()
  const form = useId()
  const [leaving, setLeaving] = useState<{ answer: Answer | null }>({ answer: null })
  useEffect(() => {
    if (!changed) return
    let answer: Answer | null = null
    const saved = registerUnsavedForm(form)
    const release = history.block({
      blockerFn: ({ currentLocation: here, nextLocation: there }) => {
        if (!isFirstUnsavedForm(form) || (here.pathname === there.pathname && here.search === there.search))
          return false
        return new Promise<boolean>((decide) => {
          answer = (answered) => {
            decide(answered === 'stay')
            setLeaving({ answer: null })
          }
          setLeaving({ answer })
        })
      },
    })
    return () => {
      saved()
      release()
      answer?.('go')
    }
  }, [changed, form, history])
  return leaving
}
