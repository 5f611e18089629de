/**
 * Every error the API answers, as `area.reason` with its HTTP status; the two in capitals are the specification's own (C8). The page translates each code
 * (`locales/*`: a missing one is a type error), so a new code is written here first.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'request.too_large': 413,
  'request.unsupported_media': 415,
  'request.range': 416,
  'request.repeated': 409,
  'search.too_long': 400,
  'operator.unauthorized': 401,
  'operator.forbidden': 403,
  'operator.second_factor_needed': 403,
  'operator.last': 409,
  'portal.feature_off': 404,
  'server.not_registered': 404,
  'server.already_registered': 409,
  'server.unreachable': 424,
  'announcement.not_found': 404,
  'edit.conflict': 409,
  'faq.not_found': 404,
  'server.private_address': 400,
  'server.command_refused': 400,
  'server.player_gone': 404,
  'user.blocked': 403,
  'user.own_account': 409,
  'job.not_found': 404,
  'job.not_failed': 409,
  'inventory.not_eligible': 403,
  'inventory.off': 424,
  'inventory.refused': 424,
  'inventory.unavailable': 424,
  'inventory.sign_in_failed': 424,
  'server.no_rcon': 409,
  'server.rcon_failed': 424,
  'event.unknown_secret': 401,
  'event.revoked': 410,
  'event.over_limit': 429,
  'season.not_found': 404,
  'export.busy': 429,
  'export.address_full': 429,
  'season.already_open': 409,
  'season.already_closed': 409,
  'season.has_counts': 409,
  'season.not_closed': 409,
  'season.not_started': 409,
  'season.overlaps': 409,
  'season.past': 400,
  'season.started': 409,
  'player.not_found': 404,
  'reset.not_found': 404,
  'reset.already_undone': 409,
  'flag.not_found': 404,
  'stream.full': 429,
  'stream.address_full': 429,
  'session.invalid': 401,
  'session.foreign': 403,
  'session.second_factor_due': 403,
  'session.not_found': 404,
  'session.sign_in_again': 403,
  'ticket.invalid': 401,
  'login.wrong': 401,
  'code.wrong': 400,
  'reset.expired': 400,
  'password.wrong': 400,
  'password.common': 400,
  'password.personal': 400,
  'second_factor.wrong': 400,
  'second_factor.already_on': 409,
  'second_factor.off': 409,
  'second_factor.required': 409,
  'second_factor.code_needed': 409,
  'bind.invalid_token': 401,
  'mail_settings.invalid_token': 401,
  'bind.user_not_found': 404,
  'bind.already_bound': 409,
  'bind.steam_already_bound': 409,
  'bind.second_factor_on': 409,
  'user.not_found': 404,
  'user.not_bound': 409,
  'email.already_registered': 409,
  'email.none': 409,
  'email.off': 424,
  'price.invalid': 400,
  'price.changed': 409,
  'product.not_sold': 404,
  'coupon.unknown': 404,
  'coupon.over': 409,
  'coupon.used_up': 409,
  'coupon.other_product': 409,
  'order.not_found': 404,
  'order.key_reused': 409,
  'order.other_method': 400,
  'order.closed': 409,
  'order.already_paid': 409,
  'order.not_paid': 409,
  'refund.too_much': 409,
  'question.not_found': 404,
  'alert.not_found': 404,
  'payment.refused': 424,
  'payment.unavailable': 424,
  'payment.unverified': 401,
  'payment.not_configured': 404,
  'privilege.not_found': 404,
  'card.unknown': 404,
  'card.used': 409,
  'card.over': 409,
  'vip.permanent': 409,
  'rental.not_found': 404,
  'rental.owner_only': 403,
  'rental.over': 409,
  'rental.maintenance': 409,
  'rental.switching': 409,
  'rental.locked': 409,
  'rental.not_ready': 409,
  'rental.not_relocatable': 409,
  'rental.no_refund': 409,
  'rental.name_required': 400,
  'rental.name_length': 400,
  'rental.name_invalid': 400,
  'rental.password_required': 400,
  'rental.password_length': 400,
  'rental.password_invalid': 400,
  'admin.steam_id_empty': 400,
  'admin.steam_id_invalid': 400,
  'admin.steam_id_prefix': 400,
  'admin.steam_id_twice': 400,
  'admin.note_length': 400,
  'admin.too_many_admins': 400,
  'admin.none': 400,
  'region.exists': 409,
  'region.in_use': 409,
  'host.not_found': 404,
  'host.no_update_command': 409,
  'region.not_found': 404,
  'region.unavailable': 409,
  'region.same': 409,
  'switch.limit': 409,
  'switch.failed': 424,
  'demo.not_found': 404,
  'demo.link_over': 410,
  'demo.name_invalid': 400,
  'command.not_found': 404,
  EMAIL_NOT_REGISTERED: 404,
  RATE_LIMIT_EXCEEDED: 429,
  'portal.unavailable': 503,
  'portal.internal': 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Details of an error besides its code, such as the reason of a block. */
export type ErrorDetails = Readonly<Record<string, string | number | null>>

/** What every failed call answers: a text for a person who reads the answer, a code for the page. */
export interface ErrorBody {
  error: string
  code: ErrorCode
  about?: ErrorDetails
}

/** The one error class that leaves a domain; the HTTP room turns it into its status and answer. */
export class PortalError extends Error {
  readonly code: ErrorCode
  /** Details that the caller needs besides the code; never a secret. */
  readonly about: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { about?: ErrorDetails }) {
    super(message, options)
    this.name = 'PortalError'
    this.code = code
    this.about = options?.about
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
