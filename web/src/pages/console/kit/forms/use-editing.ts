import { useState } from 'react'

/** What a dialog edits: null for something new. */
export interface Editing<Thing> {
  thing: Thing | null
  open: boolean
  /** Another one each time it is opened: the key of the dialog, so that it begins anew. */
  turn: number
  edit: (thing: Thing | null) => void
  close: () => void
}

/** Whether a dialog that adds or changes something is open, and what it is about; what it showed stays while it closes. */
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
