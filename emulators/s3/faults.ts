/** How the service misbehaves until the next change. */
export interface S3Faults {
  /** The number of requests that are answered with 503 SlowDown from now on. */
  slowDown?: number
  /** Every request is answered with 403 AccessDenied. */
  denied?: boolean
  /** The connection is cut in the middle of a part with this number, each time. */
  cutPart?: number
  /** Completing an upload is answered with 200 and an error in the body, as S3 may. */
  failComplete?: boolean
  /** The connection is cut before the answer to a completed upload. */
  loseCompleteAnswer?: boolean
  /** Actions that are answered with 403 AccessDenied, by their query parameter. */
  deniedParameter?: string
  /** Lifecycle rules for interrupted uploads are refused, as by MinIO. */
  noUploadRules?: boolean
  /** Tags that say nothing about the content. */
  lyingTags?: boolean
  /** Objects are stored without their last byte, and acknowledged. */
  loseByte?: boolean
  /** Objects are stored with one changed byte, and acknowledged. */
  changeByte?: boolean
  /** Downloads are cut in the middle. */
  cutDownload?: boolean
  /** Downloads after this many stop in the middle, and the connection stays open. */
  stallDownloadAfter?: number
  /** Requests to delete are answered with 403 AccessDenied. */
  deleteDenied?: boolean
  /** How fast bodies are read. */
  uploadBytesPerMs?: number
  /** Before every answer. */
  delayMs?: number
  /** The clock of the service against the right time. */
  clockOffsetMs?: number
}
