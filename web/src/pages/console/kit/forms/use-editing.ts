import { useState } from 'react'

/** What a dialog edits: null for something new. */
export interface Editing<Thing> {
  thing: Thing | null
  open: boolean
  /** Differs each time it is opened: the key of the dialog, so that its state is reset. */
  turn: number
  edit: (thing: Thing | null) => void
  close: () => void
}

/** Whether an add or edit dialog is open, and its item; the content remains while it closes. */
export function useEditing<Thing>(): Editing<Thing> {
  const [state, setState] = useState<{ thing: Thing | null; open: boolean; turn: number }>({
    thing: null,
    open: false,
    turn: 0,
  })
  return {
    ...state,
    edit: (thing) => setState(({ turn }) => ({ thing, open: true, turn: turn + 1 })),
    close: () => setState((last) => ({ ...last, open: false })),
  }
}
