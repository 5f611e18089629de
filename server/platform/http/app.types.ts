import type { FastifyInstance } from 'fastify'
import type { AddressSlots } from './requests/address-slots.ts'
import type { OperatorCaller } from './session/operator-caller.ts'
import type { OnOperatorAction, RateLimiter, SessionCheck, SessionUser } from './session/session.types.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** SHA-256 of the operator's token; null where it is turned off. */
    readonly operatorTokenHash: Buffer | null
    /** Who the bearers of session tokens are. */
    readonly sessionCheck: SessionCheck
    /** Counts requests against the limits that their calls declare. */
    readonly rateLimiter: RateLimiter
    /** Called for each change by an operator. */
    readonly onOperatorAction: OnOperatorAction
    /** The addresses of the contract's calls, to distinguish a wrong method from a wrong address. */
    knownPaths: RegExp[]
    /**
     * The operator's calls, such as `PUT /api/operator/ops/:who`, that report their changes to the audit log.
     */
    auditedCalls: Set<string>
    /** How many live streams each network address has open here. */
    streamPlaces: AddressSlots
    /** Addresses whose sites may be shown in a frame of the page, null for none; domains add theirs. */
    frames: (() => string | null)[]
    /** The page itself, where it is served. */
    indexPage: Buffer | null
  }
  interface FastifyRequest {
    /** Whose session made this request, where the call asks for one. */
    signedIn: SessionUser | null
    /** Who makes an operator's call. */
    operatorCaller: OperatorCaller | null
  }
}
