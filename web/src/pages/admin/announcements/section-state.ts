import { isSame } from '../../../app/is-same.ts'

/** One part of the portal's settings while somebody edits it. */
export interface SectionState<Part> {
  /** As it was stored when the fields were filled. */
  base: Part
  /** The state of all settings of which `base` still is a part. */
  revision: number
  draft: Part
}

export function sectionOf<Part>(part: Part, revision: number): SectionState<Part> {
  return { base: part, revision, draft: part }
}

/** Whether the fields differ from what was stored. */
export function isDirty<Part>({ base, draft }: SectionState<Part>): boolean {
  return !isSame(base, draft)
}

/**
 * Follows the settings to a newer state: a part that nobody else touched keeps what is typed and may be saved over the
 * newer state; one that was not typed in shows what is new; one that both changed stays as it is, so that saving it is
 * refused.
 */
export function following<Part>(state: SectionState<Part>, part: Part, revision: number): SectionState<Part> {
  if (revision === state.revision) return state
  if (isSame(state.base, part)) return { ...state, revision }
  return isDirty(state) ? state : sectionOf(part, revision)
}
