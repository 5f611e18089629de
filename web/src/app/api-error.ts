import type { ErrorCode } from '@clutch/contract/errors.ts'

/** Why a call failed: the API's own code, `offline` (no answer, status 0) or `unreadable` (not what was agreed). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline' | 'unreadable'
  readonly status: number

  constructor(code: ApiError['code'], status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
  }
}
