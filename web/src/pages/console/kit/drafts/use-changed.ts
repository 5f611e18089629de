import { useState } from 'react'
import { isEqual } from '../../../../app/forms/is-equal.ts'

/**
 * Whether the fields of a form differ from their values when it was opened; an edit that is undone is no
 * change.
 */
export function useChanged(fields: unknown): boolean {
  const [first] = useState(fields)
  return !isEqual(first, fields)
}
