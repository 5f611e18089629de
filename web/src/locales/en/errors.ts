import type { ErrorCode } from '@clutch/contract/errors.ts'

/**
 * What an error of the API means to a player, and the three that happen before it answers: those the first screen may have to say.
 * All others are in `later/deferred-errors.ts`, which comes with every other page and dialog.
 */
export const errors = {
  'request.invalid': 'The portal did not understand this request',
  'request.not_found': 'There is nothing at this address',
  'request.method_not_allowed': 'The portal does not offer this',
  'request.too_large': 'That was too much at once',
  'request.unsupported_media': 'The portal cannot read this format',
  'portal.feature_off': 'This feature is not enabled',
  'server.not_registered': 'This server is not part of the community',
  'server.unreachable': 'The server does not answer right now',
  'announcement.not_found': 'This announcement is gone',
  'session.invalid': 'Please sign in again',
  'session.second_factor_due': 'Please confirm with your second factor first',
  'user.not_found': 'User not found',
  RATE_LIMIT_EXCEEDED: 'Too many requests, please try again later',
  'stream.full': 'Too many are watching live; the list updates a little slower',
  'portal.unavailable': 'The portal is not available right now. Please try again soon.',
  'portal.internal': 'Something went wrong in the portal',
  offline: 'No connection to the portal',
  timeout: 'Request timeout',
  unreadable: 'The portal gave an answer this page cannot read',
} as const satisfies Partial<Record<ErrorCode | 'offline' | 'timeout' | 'unreadable', string>>
