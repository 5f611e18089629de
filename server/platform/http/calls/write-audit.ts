import type { Queries } from '../../database/index.ts'

/**
 * Writes the audit log's entry of an operator's call in the transaction that makes the change, once all of it is made: neither is
 * without the other.
 */
export type WriteAudit = (tx: Queries) => Promise<void>

/** For changes that are not made by an operator's call. */
export const noAudit: WriteAudit = () => Promise.resolve()
