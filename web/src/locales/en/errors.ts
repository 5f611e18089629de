import type { ErrorCode } from '@clutch/contract/errors.ts'

/**
 * What an error of the API means to a player, and the three that happen before it answers: those the first screen may have to say.
 * All others are in `later/deferred-errors.ts`, which comes with every other page and dialog.
 */
export const errors = {
  'request.invalid': 'The portal did not understand this request',
  'request.not_found': 'There is nothing at this address',
  'request.too_large': 'That was too much at once',
  'server.not_registered': 'This server is not part of the community',
  'server.unreachable': 'The server does not answer right now',
  'session.invalid': 'Please sign in again',
  RATE_LIMIT_EXCEEDED: 'Too many requests, please try again later',
  'portal.unavailable': 'The portal is not available right now. Please try again soon.',
  'portal.internal': 'Something went wrong in the portal',
  offline: 'No connection to the portal',
  timeout: 'Request timeout',
  unreadable: 'The portal gave an answer this page cannot read',
} as const satisfies Partial<Record<ErrorCode | 'offline' | 'timeout' | 'unreadable', string>>
