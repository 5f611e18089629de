import { useState } from 'react'
import { isSame } from '../../../app/is-same.ts'

interface Stored {
  id: string
  revision: number
}

export interface Draft<Fields> {
  fields: Fields
  change: (fields: Partial<Fields>) => void
  /** Whether the fields differ from the state they came from. */
  changed: boolean
  /** Which state of the thing the fields came from; undefined for something new. */
  revision: number | undefined
  /** Takes what is stored now into the fields. */
  loadNewest: () => Promise<void>
}

interface DraftOf<Thing, Fields> {
  /** Null for something new. */
  thing: Thing | null
  fieldsOf: (thing: Thing | null) => Fields
  /** Everything there is now. */
  newest: () => Promise<readonly Thing[]>
  /** Somebody removed it meanwhile. */
  onGone: () => void
}

/** The fields of a form about one of a list of things. */
export function useDraft<Thing extends Stored, Fields extends object>(
  parts: DraftOf<Thing, Fields>,
): Draft<Fields> {
  const { thing, fieldsOf, newest, onGone } = parts
  const [{ seen, first, fields }, setState] = useState(() => stateOf(thing, fieldsOf(thing)))
  return {
    fields,
    changed: !isSame(first, fields),
    change: (changed) => setState((last) => ({ ...last, fields: { ...last.fields, ...changed } })),
    revision: seen?.revision,
    loadNewest: async () => {
      const now = (await newest()).find(({ id }) => id === thing?.id)
      if (now) setState(stateOf<Thing | null, Fields>(now, fieldsOf(now)))
      else onGone()
    },
  }
}

function stateOf<Thing, Fields>(seen: Thing, fields: Fields) {
  return { seen, first: fields, fields }
}
