import type { ErrorCode, ErrorDetails } from '@clutch/contract/errors.ts'

/**
 * Why a call failed: the API's own code (of a newer portal perhaps one that this page has no words for), `offline` (no answer,
 * status 0), `timeout` (no answer in time, status 0) or `unreadable` (not what was agreed).
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'timeout' | 'unreadable'
  readonly status: number
  /** What the portal told besides the code. */
  readonly about: ErrorDetails | undefined

  constructor(
    code: ApiError['code'],
    status: number,
    message: string,
    options?: ErrorOptions & { about?: ErrorDetails | undefined },
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.about = options?.about
  }
}
