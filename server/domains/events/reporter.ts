/** Who reports: a registered server, or a rented one by its lease. */
export type Reporter = { serverId: string; leaseId: null } | { serverId: null; leaseId: string }

/** The one id of a reporter, whichever of the two it is. */
export function idOf({ serverId, leaseId }: Reporter): string {
  return serverId ?? leaseId
}

/** The reporter alone, of whatever else is known beside it. */
export function reporterOf({ serverId, leaseId }: Reporter): Reporter {
  return serverId === null ? { serverId, leaseId } : { serverId, leaseId: null }
}
