import { gameBindCodesPerHour } from '../../limits.ts'

/** How often something may be tried: `times` at once, then one more each `perMs / times`. */
export interface RateLimit {
  times: number
  perMs: number
  /** Whose attempts are counted together, as the API's description names them. */
  per: string
  /** What is counted; requests unless it says otherwise. */
  counts?: string
}

const minute = 60_000
const hour = 60 * minute

const address = 'network address'
const account = 'account'
const accountFromAddress = 'account and network address'

/**
 * C20: the limits of calls by action and subject. Limits per network address are generous, since whole districts share
 * one. `guesses`, per address and account, are tight. Limits per account can be used up by strangers too:
 * they are wide where the owner needs the call, or count only what really happened (`send-code`).
 */
export const callRateLimits = {
  'login address': { times: 60, perMs: 15 * minute, per: address },
  'login guesses': { times: 10, perMs: 15 * minute, per: accountFromAddress },
  'login account': { times: 60, perMs: 15 * minute, per: account },
  'check address': { times: 60, perMs: hour, per: address },
  'send-code address': { times: 20, perMs: hour, per: address },
  'send-code account': { times: 5, perMs: hour, per: 'e-mail address', counts: 'mails' },
  'register address': { times: 30, perMs: hour, per: address },
  'register guesses': { times: 10, perMs: hour, per: 'e-mail address and network address' },
  'register account': { times: 60, perMs: hour, per: 'e-mail address' },
  'reset address': { times: 20, perMs: hour, per: address },
  'reset confirm address': { times: 30, perMs: hour, per: address },
  'reset confirm guesses': { times: 10, perMs: hour, per: accountFromAddress },
  'steam login address': { times: 120, perMs: hour, per: address },
  'steam callback address': { times: 120, perMs: hour, per: address },
  'ticket address': { times: 120, perMs: hour, per: address },
  'link address': { times: 120, perMs: hour, per: address },
  'bind address': { times: 60, perMs: hour, per: address },
  'bind account': { times: 10, perMs: hour, per: account },
  'password account': { times: 10, perMs: hour, per: account },
  // Of a session that has shown its second factor: what others try does not count against it.
  'second-factor session': { times: 10, perMs: hour, per: 'session that has shown its second factor' },
  // Of one address for one account: less than a third of the account's, so that no single address uses that up.
  'second-factor guesses': {
    times: 8,
    perMs: 6 * hour,
    per: accountFromAddress,
    counts: 'codes of the authenticator',
  },
  // Of all addresses where the owner has no verified session. Some 120 a day: of three codes that hold at a time a guesser with
  // the password finds one in years.
  'second-factor account': {
    times: 30,
    perMs: 6 * hour,
    per: account,
    counts: 'codes of the authenticator from new addresses',
  },
  // 50 random bits each: counted only to keep the work small.
  'recovery-code guesses': { times: 10, perMs: hour, per: accountFromAddress, counts: 'recovery codes' },
  'begin second-factor account': { times: 60, perMs: hour, per: account },
  'change account': { times: 60, perMs: hour, per: account },
  // A buyer never meets these: they keep a script from filling tables and asking providers without end.
  'quote account': { times: 600, perMs: hour, per: account },
  'order account': { times: 60, perMs: hour, per: account },
  'pay account': { times: 120, perMs: hour, per: account },
  'order look account': { times: 600, perMs: hour, per: account },
  'order question account': { times: 10, perMs: hour, per: account },
  // What changes a rented server, all of one's servers together.
  'rental account': { times: 120, perMs: hour, per: account },
  'workshop account': { times: 120, perMs: hour, per: account },
  // Wide: the reports of a day are counted by player, those from the chat too.
  'report account': { times: 30, perMs: hour, per: account },
  'appeal account': { times: 20, perMs: hour, per: account },
  'account link account': { times: 30, perMs: hour, per: account },
  'account link address': { times: 120, perMs: hour, per: address },
  'push account': { times: 120, perMs: hour, per: account },
  'inventory account': { times: 60, perMs: hour, per: account },
  'bans address': { times: 1_200, perMs: hour, per: address },
  // Reads every ban, unless it is for a SteamID.
  'bans search address': { times: 300, perMs: hour, per: address, counts: 'searches' },
  'mail settings address': { times: 240, perMs: hour, per: address },
  'redeem address': { times: 60, perMs: hour, per: address },
  'redeem account': { times: 20, perMs: hour, per: account },
} as const satisfies Record<string, RateLimit>

/** The limit of all requests with one API token, which each process of the portal counts for itself. */
export const apiTokenRateLimit: RateLimit = { times: 600, perMs: minute, per: 'API token' }

/** Limits of what the portal itself does after a message in the game or a wrong code. No call is refused because of one. */
export const portalRateLimits = {
  // The owner gets a mail about wrong codes beyond these.
  'second-factor mistakes': { times: 4, perMs: 24 * hour, per: account, counts: 'wrong codes' },
  'second-factor mail': { times: 1, perMs: 24 * hour, per: account, counts: 'mails' },
  // Reports and answers of one player's `!report`: the chat may be flooded.
  'chat report account': { times: 10, perMs: hour, per: 'player', counts: 'messages' },
  'game-bind account': { times: gameBindCodesPerHour, perMs: hour, per: 'player', counts: 'codes' },
} as const satisfies Record<string, RateLimit>

export type CallRateLimitName = keyof typeof callRateLimits
export type AddressRateLimitName = Extract<CallRateLimitName, `${string} address`>
export type AccountRateLimitName = Extract<CallRateLimitName, `${string} account`>
export type RateLimitName = CallRateLimitName | keyof typeof portalRateLimits

/**
 * C20: a limit that a call declares. The HTTP layer counts each valid request by the caller's network `address` or `account`. The
 * `domain` counts the others itself: by another subject, only what really happened, or with an answer other than 429.
 */
export type CallRateLimit =
  | { by: 'address'; name: AddressRateLimitName }
  | { by: 'account'; name: AccountRateLimitName }
  | { by: 'domain'; name: CallRateLimitName }
