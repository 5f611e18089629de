import { PortalError } from '@clutch/contract/errors.ts'

/** Throws `edit.conflict` where somebody saw another state of a thing than it is in; who names none changes whatever there is. */
export function assertRevision({ revision }: { revision: number }, seen: number | undefined): void {
  if (seen === undefined || seen === revision) return
  throw new PortalError('edit.conflict', 'Somebody else has changed this in the meantime')
}
