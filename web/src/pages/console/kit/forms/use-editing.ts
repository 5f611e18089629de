import { useState } from 'react'

/** What a dialog edits: null for something new. */
export interface Editing<Item> {
  item: Item | null
  open: boolean
  /** Differs each time it is opened: the key of the dialog, so that its state is reset. */
  turn: number
  edit: (item: Item | null) => void
  close: () => void
}

/** Whether an add or edit dialog is open, and its item; the content remains while it closes. */
export function useEditing<Item>(): Editing<Item> {
  const [state, setState] = useState<{ item: Item | null; open: boolean; turn: number }>({
    item: null,
    open: false,
    turn: 0,
  })
  return {
    ...state,
    edit: (item) => setState(({ turn }) => ({ item, open: true, turn: turn + 1 })),
    close: () => setState((last) => ({ ...last, open: false })),
  }
}
