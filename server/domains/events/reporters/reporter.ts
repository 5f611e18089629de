/** Who reports: a registered server, or a rented one by its lease. */
export type Reporter = { serverId: string; leaseId: null } | { serverId: null; leaseId: string }

/** The one id of a reporter, whichever of the two it is. */
export function getReporterId({ serverId, leaseId }: Reporter): string {
  return serverId ?? leaseId
}

/** The reporter alone, of whatever else is known beside it. */
export function toReporter({ serverId, leaseId }: Reporter): Reporter {
  return serverId === null ? { serverId, leaseId } : { serverId, leaseId: null }
}
