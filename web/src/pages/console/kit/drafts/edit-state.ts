import {
  mergeEdits,
  valueAt,
  withValueAt,
  type EditConflict,
  type FieldPath,
} from '@clutch/contract/rules/console/merge-edits.ts'
import { isEqual } from '../../../../app/forms/is-equal.ts'

/** A form for a stored item: the stored values when it was opened, and the typed ones. */
export interface EditState<Fields> {
  base: Fields
  fields: Fields
  /** The stored state that `base` shows; undefined for something that is not stored. */
  revision: number | undefined
  review: EditReview | null
}

/** What another operator's save means for the form. */
export interface EditReview {
  /** They removed the item: saving creates a new one. */
  gone: boolean
  /** Fields only they changed; the form shows their values. */
  taken: readonly FieldPath[]
  conflicts: readonly (EditConflict & { chosen: 'mine' | 'theirs' | null })[]
}

export function createEditState<Fields>(fields: Fields, revision: number | undefined): EditState<Fields> {
  return { base: fields, fields, revision, review: null }
}

export function isChanged<Fields>({ base, fields }: EditState<Fields>): boolean {
  return !isEqual(base, fields)
}

/** Merges what another operator saved into the form; nothing that was typed is dropped. */
export function mergeStored<Fields extends object>(
  state: EditState<Fields>,
  theirs: Fields,
  revision: number | undefined,
): EditState<Fields> {
  if (revision === state.revision) return state
  if (!isChanged(state) && state.review === null) return createEditState(theirs, revision)
  const { fields, taken, conflicts } = mergeEdits(state.base, state.fields, theirs)
  const found = new Set(conflicts.map(({ path }) => pathKey(path)))
  const before = state.review ?? { gone: false, taken: [], conflicts: [] }
  const open = before.conflicts
    .filter(({ path, chosen }) => chosen === null && !found.has(pathKey(path)))
    .map((conflict) => ({ ...conflict, theirs: valueAt(theirs, conflict.path) }))
  const review = {
    gone: false,
    taken: uniquePaths([...before.taken, ...taken]),
    conflicts: [...open, ...conflicts.map((conflict) => ({ ...conflict, chosen: null }))],
  }
  const isPlain = review.taken.length === 0 && review.conflicts.length === 0
  return { base: theirs, fields, revision, review: isPlain ? null : review }
}

/** Marks an item as removed by another operator: typed values stay, and saving creates a new item. */
export function markRemoved<Fields>(state: EditState<Fields>): EditState<Fields> {
  return { ...state, revision: undefined, review: { gone: true, taken: [], conflicts: [] } }
}

/** Decides one conflict. */
export function resolveConflict<Fields extends object>(
  state: EditState<Fields>,
  path: FieldPath,
  chosen: 'mine' | 'theirs',
): EditState<Fields> {
  if (state.review === null) return state
  const conflicts = state.review.conflicts.map((conflict) =>
    pathKey(conflict.path) === pathKey(path) ? { ...conflict, chosen } : conflict,
  )
  const value = conflicts.find((conflict) => pathKey(conflict.path) === pathKey(path))?.[chosen]
  const fields = withValueAt(state.fields, path, value)
  return { ...state, fields, review: { ...state.review, conflicts } }
}

/** The conflicts that are not decided: neither chosen nor typed over. */
export function openConflicts<Fields>({ fields, review }: EditState<Fields>): readonly EditConflict[] {
  return (review?.conflicts ?? []).filter(
    ({ path, chosen, mine }) => chosen === null && isEqual(valueAt(fields, path), mine),
  )
}

export function pathKey(path: FieldPath): string {
  return path.join('.')
}

function uniquePaths(paths: readonly FieldPath[]): FieldPath[] {
  return [...new Map(paths.map((path) => [pathKey(path), path])).values()]
}
