/** The database cannot be used as it is; the message is one line for the operator. */
export class UnsupportedDatabase extends Error {
  override name = 'UnsupportedDatabase'
}
