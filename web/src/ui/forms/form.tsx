import { useEffect, useRef, type ReactNode } from 'react'
import { Spinner } from '../loading/spinner.tsx'
import styles from './form.module.css'

interface FormProps {
  /** For a submit button outside the form. */
  id?: string | undefined
  /** Called for Enter and for the button. */
  onSubmit: () => void
  children: ReactNode
}

/**
 * Fields one below the other, 16 apart. If submitting shows errors, the first invalid field gets the focus.
 */
export function Form({ id, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    form.current?.addEventListener('mousedown', keepFieldFocus, listening)
    return () => listening.abort()
  }, [])
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        )
      }}
    >
      {children}
    </form>
  )
}

/** A button pressed with the mouse leaves the field its focus: what leaving it says would move the button away. */
function keepFieldFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault()
}

/** A word between two ways to the same end. */
export function FormSeparator({ children }: { children: ReactNode }) {
  return <div className={styles.or}>{children}</div>
}

/** What a form is about, or what a way means; small where it is only worth knowing. */
export function FormText({ small = false, children }: { small?: boolean; children: ReactNode }) {
  return <p className={small ? styles.small : styles.lead}>{children}</p>
}

/** What the mark of required fields means; shown only in a form that has one. */
export function RequiredNote({ children }: { children: ReactNode }) {
  return <p className={styles.required}>{children}</p>
}

interface FormDoneProps {
  title: string
  /** It is taken, and not done yet. */
  waiting?: boolean
  children: ReactNode
}

/** The success view: a check mark, the result, and the next step. */
export function FormDone({ title, waiting = false, children }: FormDoneProps) {
  return (
    <div className={styles.done}>
      {waiting ? <Spinner size="l" /> : <span className={styles.check} aria-hidden="true" />}
      <output className={styles.doneTitle}>{title}</output>
      {children}
    </div>
  )
}
