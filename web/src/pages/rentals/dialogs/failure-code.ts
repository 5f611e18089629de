import { ApiError } from '../../../app/api/api-error.ts'

/** Codes that tell what failed, not why: a dialog says it better in its own words. */
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
