import { useState, type FormEvent } from 'react'
import { useAction } from '../api/use-action.ts'
import { isCode } from './code-field.tsx'

/** The state of a form with one code: the input, its error, and its submission. */
export function useCodeForm(onCode: (code: string) => Promise<void>) {
  const [typed, setTyped] = useState('')
  const [malformed, setMalformed] = useState(false)
  const action = useAction(onCode)
  const clear = () => {
    setMalformed(false)
    action.clear()
  }
  return {
    busy: action.busy,
    field: {
      value: typed,
      error: action.error,
      malformed,
      onChange: (value: string) => {
        setTyped(value)
        clear()
      },
    },
    reset: () => {
      setTyped('')
      clear()
    },
    /** Settles with whether it worked. */
    submit: async (event: FormEvent): Promise<boolean> => {
      event.preventDefault()
      setMalformed(!isCode(typed))
      return isCode(typed) && (await action.run(typed))
    },
  }
}
