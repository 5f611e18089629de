/** What every mode of the dialog is given. */
export interface ModeProps {
  /** The e-mail address, which goes along from mode to mode. */
  email: string
  setEmail: (email: string) => void
  /** The user is signed in: the dialog may close. */
  onDone: () => void
}
