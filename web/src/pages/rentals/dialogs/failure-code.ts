import { ApiError } from '../../../app/api/api-error.ts'

/** Codes that say that a call failed but not why: a dialog has a better text of its own. */
const unspecificCodes: readonly ApiError['code'][] = [
  'request.invalid',
  'request.not_found',
  'request.method_not_allowed',
  'request.too_large',
  'request.unsupported_media',
  'portal.internal',
  'portal.unavailable',
  'offline',
  'unreadable',
]

/** The code of a failure that says why, null for any other (document 2 §8). */
export function specificFailureCode(error: unknown): ApiError['code'] | null {
  return error instanceof ApiError && !unspecificCodes.includes(error.code) ? error.code : null
}
