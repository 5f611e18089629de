import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../../../app/session/session.ts'
import { createEditState, isChanged, mergeStored, type EditState } from './edit-state.ts'

const prefix = 'clutch.draft'

interface SavedEditOptions<Fields> {
  /** The subject of the form, the same at every visit. */
  name: string
  /** The currently stored fields. */
  stored: Fields
  revision: number | undefined
  secrets?: readonly (keyof Fields & string)[] | undefined
}

export interface SavedEdit<Fields> {
  state: EditState<Fields>
  setState: (change: (state: EditState<Fields>) => EditState<Fields>) => void
  restored: boolean
  startOver: () => void
  forget: () => void
}

/**
 * The state of a form. Typed values are stored in the browser’s tab until they are saved or discarded, so
 * that an ended session, a reload or a crash of the page does not lose them.
 */
export function useSavedEdit<Fields extends object>(parts: SavedEditOptions<Fields>): SavedEdit<Fields> {
  const { name, stored, revision, secrets = [] } = parts
  const key = `${prefix} ${useSession()?.user.steamId ?? ''} ${name}`
  const [{ state, restored }, setKept] = useState(() => startEdit(key, stored, revision))
  const keep = useEffectEvent(() => write(key, isChanged(state) ? withoutSecrets(state, secrets) : null))
  // Only when it changes: a form that was saved or discarded may be drawn again while its dialog closes.
  useEffect(() => keep(), [state])
  return {
    state,
    restored,
    setState: (change) => setKept((last) => ({ ...last, state: change(last.state) })),
    startOver: () => setKept({ state: createEditState(stored, revision), restored: false }),
    forget: () => write(key, null),
  }
}

/** Forgets every form whose name begins so: the operator discarded all that the page had. */
export function clearSavedEdits(name: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && key.split(' ')[2] === name) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no draft.
  }
}

function startEdit<Fields extends object>(key: string, stored: Fields, revision: number | undefined) {
  const saved = read<Fields>(key)
  if (saved === null || !hasFieldsOf(saved.fields, stored))
    return { state: createEditState(stored, revision), restored: false }
  return { state: mergeStored(saved, stored, revision), restored: true }
}

/** A newer version of the page may have other fields: an older draft is then unusable. */
function hasFieldsOf(kept: object, stored: object): boolean {
  return Object.keys(stored).every((field) => field in kept)
}

/** What is kept of a form, with its open conflicts: without them the next save would overwrite the other operator's values. */
function withoutSecrets<Fields extends object>(
  { base, fields, revision, review }: EditState<Fields>,
  secrets: readonly (keyof Fields & string)[],
): EditState<Fields> {
  const shown = secrets.map((field) => [field, base[field]])
  const conflicts = review?.conflicts.filter(({ path }) => !secrets.some((field) => field === path[0])) ?? []
  return {
    base,
    fields: { ...fields, ...Object.fromEntries(shown) },
    revision,
    review: review && { ...review, conflicts },
  }
}

/** JSON has no undefined, and a page before this version kept no review. */
type KeptEdit<Fields> = Omit<EditState<Fields>, 'review'> & Partial<Pick<EditState<Fields>, 'review'>>

function read<Fields>(key: string): EditState<Fields> | null {
  try {
    const text = sessionStorage.getItem(key)
    if (text === null) return null
    const { base, fields, revision, review } = JSON.parse(text) as KeptEdit<Fields>
    return { base, fields, revision, review: review ?? null }
  } catch {
    return null
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: the form still works, but without a stored draft.
  }
}
