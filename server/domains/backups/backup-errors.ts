/** A backup or a restore cannot be done; the message is for the operator, and nothing was changed. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** Everything was restored, but not what is to go on by itself; the message says what to do. */
export class RestoreUnfinished extends Error {
  override name = 'RestoreUnfinished'
}
