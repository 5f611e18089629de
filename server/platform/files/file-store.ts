import type { Readable } from 'node:stream'

/** The first and the last byte of a part. */
export interface ByteRange {
  start: number
  end: number
}

/** A file of a store, as it was found. */
export interface StoredFile {
  /** Its name with folders, separated by `/`. */
  key: string
  /** Bytes. */
  size: number
  /** Another one after every change. */
  version: string
  changedAt: Date
  /** Streams it, or a part of it; throws FileNotFound where it was removed meanwhile. */
  read(range?: ByteRange): Promise<Readable>
  /** An address from which its bearer loads it for a while; null where the store has none, so that the portal sends the file. */
  link(options: LinkOptions): Promise<string | null>
}

export interface LinkOptions {
  method: 'GET' | 'HEAD'
  /** The value of the header `Content-Disposition`. */
  disposition: string
  lifetimeSeconds: number
}

/** What a put wrote. */
export interface WrittenFile {
  size: number
  /** Hex; of the bytes that the caller gave, not of an answer of the store. */
  sha256: string
}

/** What an aborted process left of a put. */
export interface UnfinishedFile {
  /** The key that it would have had. */
  key: string
  /** Another one when something was added. */
  version: string
  remove(): Promise<void>
}

/** Where the portal stores files: a folder, or a part of an S3 bucket. Keys never begin with a dot or a slash. */
export interface FileStore {
  readonly kind: 'folder' | 's3'
  /**
   * Stores a stream under a key, whole or not at all; a file of this key is replaced. Only a few parts are in memory. One caller
   * writes a key at a time. Throws what the stream throws, an AbortError, or FileStoreUnavailable.
   */
  put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<WrittenFile>
  find(key: string): Promise<StoredFile | null>
  /** Removes a file; a missing one is a success. */
  remove(key: string): Promise<void>
  /** Every file whose key begins with a prefix, in no order. */
  list(prefix?: string): AsyncIterable<StoredFile>
  listUnfinished(): AsyncIterable<UnfinishedFile>
}

/** The file was removed after it was found. */
export class FileNotFound extends Error {
  override name = 'FileNotFound'
}

/** The store does not answer, or refuses: the message says why, without a secret. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable'
}
