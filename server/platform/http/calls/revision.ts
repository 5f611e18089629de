import { PortalError } from '@clutch/contract/errors.ts'

/**
 * Throws `edit.conflict` if the caller saw another revision than the current one; a caller without a revision
 * overwrites any.
 */
export function assertRevision({ revision }: { revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return
  throw new PortalError('edit.conflict', 'Another user has changed this in the meantime')
}
