import type { ErrorCode, ErrorDetails } from '@clutch/contract/errors.ts'

/**
 * Why a call failed: the API's own code (a newer portal may send one without a text here), `offline` (no
 * answer, status 0), `timeout` (no answer in time, status 0) or `unreadable` (does not match the contract).
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'timeout' | 'unreadable'
  readonly status: number
  /** Details from the portal in addition to the code. */
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
