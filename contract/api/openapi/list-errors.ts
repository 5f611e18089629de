import type { ErrorCode } from '../../errors.ts'
import type { Access, Call } from '../call.ts'

const errorsOfAccess: Partial<Record<Access, readonly ErrorCode[]>> = {
  operator: [
    'operator.unauthorized',
    'operator.forbidden',
    'operator.not_permitted',
    'operator.second_factor_needed',
    'RATE_LIMIT_EXCEEDED',
  ],
  user: ['session.invalid', 'session.second_factor_due'],
  'signed-in': ['session.invalid'],
}

/** Every error that a call may answer: those it declares, those of who may call it and of its limits, and those of any call. */
export function listErrors({
  method,
  who,
  query,
  params,
  body,
  accepts,
  limits,
  redirects,
  errors = [],
}: Call): ErrorCode[] {
  const takesBody = body !== undefined || accepts !== undefined
  return [
    ...new Set<ErrorCode>([
      ...(params || query || takesBody ? (['request.invalid'] as const) : []),
      ...(method === 'GET' ? [] : (['request.too_large', 'request.unsupported_media'] as const)),
      ...(errorsOfAccess[who] ?? []),
      ...errors,
      ...(limits && !redirects ? (['RATE_LIMIT_EXCEEDED'] as const) : []),
      'portal.unavailable',
    ]),
  ]
}
