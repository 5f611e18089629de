import { useState } from 'react'
import { isEqual } from '../../../../app/forms/is-equal.ts'

/** Whether the fields of a form differ from how they stood when it was opened; typed and taken back is no change. */
export function useChanged(fields: unknown): boolean {
  const [first] = useState(fields)
  return !isEqual(first, fields)
}
