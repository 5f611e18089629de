/** Who reports: a registered server, or a rented one by its rental. */
export type Reporter = { serverId: string; rentalId: null } | { serverId: null; rentalId: string }

/** The one id of a reporter, whichever of the two it is. */
export function getReporterId({ serverId, rentalId }: Reporter): string {
  return serverId ?? rentalId
}

/** Returns only the reporter's own fields. */
export function toReporter({ serverId, rentalId }: Reporter): Reporter {
  return serverId === null ? { serverId, rentalId } : { serverId, rentalId: null }
}
