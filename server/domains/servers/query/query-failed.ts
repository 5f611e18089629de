/** A game server did not answer in time, or not in its protocol. */
export class QueryFailed extends Error {
  override name = 'QueryFailed'
}
