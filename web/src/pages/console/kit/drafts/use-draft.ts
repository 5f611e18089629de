import type { FieldPath } from '@clutch/contract/rules/console/merge-edits.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { useAction, type Action } from '../../../../app/api/use-action.ts'
import {
  resolveConflict,
  isChanged,
  mergeStored,
  openConflicts,
  markRemoved,
  type EditReview,
} from './edit-state.ts'
import type { FieldNames } from './field-names.ts'
import { useSavedEdit, type SavedEdit } from './saved-edit.ts'

interface StoredThing {
  id: string
  revision: number
}

/** What the review of another operator's save needs of a form. */
export interface ReviewedDraft {
  review: EditReview | null
  fields: object
  names: FieldNames
  choose: (path: FieldPath, chosen: 'mine' | 'theirs') => void
  /** Conflicts that are neither chosen nor typed over: the form cannot be saved yet. */
  undecided: number
  /** Whether the fields were restored from an earlier visit of the tab. */
  restored: boolean
  /** Drops the typed values: the fields show the stored ones. */
  startOver: () => void
  /** Removes the stored draft: it was saved, or the operator discarded it. */
  forget: () => void
}

export interface Draft<Fields extends object> extends ReviewedDraft {
  fields: Fields
  change: (fields: Partial<Fields>) => void
  /** Whether the fields differ from the stored ones. */
  changed: boolean
  /** Undefined for a new item, and if another operator removed the item meanwhile. */
  id: string | undefined
  revision: number | undefined
  /** Loads the stored item and merges it into the fields. */
  reconcile: () => Promise<void>
}

interface DraftOptions<Item, Fields extends object> {
  /** Null for something new. */
  item: Item | null
  fieldsOf: (item: Item | null) => Fields
  /** Everything there is now. */
  newest: () => Promise<readonly Item[]>
  names: FieldNames<Fields>
  /** The name under which the draft is stored in the tab until it is saved. */
  keepAs: string
  /** Fields that are never stored, such as passwords. */
  secrets?: readonly (keyof Fields & string)[]
}

/** The fields of a form for one item of a list. */
export function useDraft<Item extends StoredThing, Fields extends object>(
  parts: DraftOptions<Item, Fields>,
): Draft<Fields> {
  const { item, fieldsOf, newest, names, keepAs, secrets } = parts
  const savedEdit = useSavedEdit<Fields>({
    name: `${keepAs} ${item?.id ?? ''}`,
    stored: fieldsOf(item),
    revision: item?.revision,
    secrets,
  })
  const { state, setState } = savedEdit
  return {
    ...toReviewedDraft(savedEdit, names),
    fields: state.fields,
    changed: isChanged(state) || state.review?.gone === true,
    change: (changed) => setState((last) => ({ ...last, fields: { ...last.fields, ...changed } })),
    id: state.review?.gone === true ? undefined : item?.id,
    revision: state.revision,
    reconcile: async () => {
      const now = (await newest()).find(({ id }) => id === item?.id)
      setState((last) => (now ? mergeStored(last, fieldsOf(now), now.revision) : markRemoved(last)))
    },
  }
}

/** The part of a form that shows what another operator saved. */
export function toReviewedDraft<Fields extends object>(
  { state, setState, restored, startOver, forget }: SavedEdit<Fields>,
  names: FieldNames<Fields>,
): ReviewedDraft {
  return {
    restored: restored && isChanged(state),
    startOver,
    forget,
    review: state.review,
    fields: state.fields,
    names,
    undecided: openConflicts(state).length,
    choose: (path, chosen) => setState((last) => resolveConflict(last, path, chosen)),
  }
}

/**
 * Saves a form. If another operator changed or removed the item first, merges their state into the form
 * instead; the form then needs another save.
 */
export function useSave(
  { id, reconcile, forget }: Pick<Draft<never>, 'id' | 'reconcile' | 'forget'>,
  act: () => Promise<void>,
): Action<void> {
  return useAction(async () => {
    try {
      await act()
      forget()
    } catch (error) {
      if (id === undefined || !isSaveConflict(error)) throw error
      await reconcile()
    }
  })
}

/** Whether a save was refused because another operator changed or removed the item first. */
export function isSaveConflict(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'edit.conflict' || error.status === 404)
}
