import type { ErrorCode } from '@clutch/contract/errors.ts'

/** What each error of the API means to a player, and the two that happen before it answers. */
export const errors = {
  'request.invalid': 'The portal did not understand this request',
  'request.not_found': 'There is nothing at this address',
  'request.method_not_allowed': 'The portal does not offer this',
  'request.too_large': 'That was too much at once',
  'request.unsupported_media': 'The portal cannot read this format',
  'operator.unauthorized': 'Only operators may do this',
  'portal.feature_off': 'This feature is not enabled',
  'server.not_registered': 'This server is not part of the community',
  'server.already_registered': 'This server is already registered',
  'server.unreachable': 'The server does not answer right now',
  'announcement.not_found': 'This announcement is gone',
  'stream.full': 'Too many are watching live; the list updates a little slower',
  'portal.unavailable': 'The portal is not available right now. Please try again soon.',
  'portal.internal': 'Something went wrong in the portal',
  offline: 'No connection to the portal',
  unreadable: 'The portal gave an answer this page cannot read',
} as const satisfies Record<ErrorCode | 'offline' | 'unreadable', string>
