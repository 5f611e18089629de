/** What every mode of the dialog is given. */
export interface ModeProps {
  /** The e-mail address, which goes along from mode to mode. */
  email: string
  setEmail: (email: string) => void
  /** Somebody is signed in: the dialog may go. */
  onDone: () => void
}
