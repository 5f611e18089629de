import { S3Client } from '@aws-sdk/client-s3'
import type { FileConfig } from '../../config/files.ts'
import { FileStoreUnavailable } from '../file-store.ts'

const connectTimeoutMs = 5_000
/** Without a byte in either direction. A limit of a whole request would fail every upload over a slow line. */
const defaultIdleTimeoutMs = 60_000
/** Requests at once. A request that waits for a socket counts as connecting, and fails after that timeout. */
const maxSockets = 500
/** Of one request; the pauses between them grow, to 20 s at most. */
const maxAttempts = 5

/** A bucket, the client that reaches it, and the encryption that writes ask for. */
export interface S3Bucket {
  name: string
  client: S3Client
  /** Signs links for the browsers of players; null where the portal sends the files. */
  linkClient: S3Client | null
  encryption: { ServerSideEncryption?: 'AES256' | 'aws:kms'; SSEKMSKeyId?: string }
}

/** Opens the bucket of the settings, which name one, with connections of its own. Nothing is requested yet. */
export function openBucket(config: FileConfig, idleTimeoutMs = defaultIdleTimeoutMs): S3Bucket {
  const { s3Endpoint, s3Bucket, s3DownloadEndpoint = s3Endpoint, s3Sse, s3SseKey } = config
  if (s3Endpoint === undefined || s3Bucket === undefined) throw new Error('the settings name no bucket')
  const { s3PathStyle, s3DownloadPathStyle = s3PathStyle } = config
  const client = createClient(config, { endpoint: s3Endpoint, style: s3PathStyle, idleTimeoutMs })
  return {
    name: s3Bucket,
    client,
    linkClient:
      s3DownloadEndpoint === 'none'
        ? null
        : createClient(config, {
            endpoint: s3DownloadEndpoint ?? s3Endpoint,
            style: s3DownloadPathStyle,
            idleTimeoutMs,
          }),
    encryption: {
      ...(s3Sse !== 'none' && { ServerSideEncryption: s3Sse }),
      ...(s3SseKey !== undefined && { SSEKMSKeyId: s3SseKey }),
    },
  }
}

interface ClientOptions {
  endpoint: string
  style: FileConfig['s3PathStyle']
  idleTimeoutMs: number
}

function createClient(config: FileConfig, { endpoint, style, idleTimeoutMs }: ClientOptions): S3Client {
  const { s3Region, s3AccessKey, s3SecretKey } = config
  const client = new S3Client({
    endpoint,
    region: s3Region,
    forcePathStyle: style !== 'host',
    maxAttempts,
    // The checksums that the SDK adds by itself are refused by services that do not know them (Ceph, OSS, COS, older MinIO).
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Services and proxies that do not answer `Expect: 100-continue` would delay each part.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
    ...(s3AccessKey !== undefined &&
      s3SecretKey !== undefined && {
        credentials: { accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey },
      }),
  })
  if (style === 'domain') leaveOutBucket(client)
  return client
}

/** Takes the bucket out of the path before a request is signed. The SDK's `bucketEndpoint` wants an address in place of each name. */
function leaveOutBucket({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string }
      request.path = `/${request.path.split('/').slice(2).join('/')}`
      return next(args)
    },
    { step: 'build', name: 'leaveOutBucket' },
  )
}

/** What a failed request means: its own error where it was aborted, else FileStoreUnavailable with the service's words. */
export function asUnavailable(error: unknown): Error {
  if (!(error instanceof Error)) return new FileStoreUnavailable(String(error))
  if (error.name === 'AbortError' || error instanceof FileStoreUnavailable) return error
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  // An answer to HEAD has no body that names the error.
  const reason =
    name === 'Unknown' ? 'an error' : `${'code' in error ? String(error.code) : name}: ${message}`
  return new FileStoreUnavailable(`S3 answered ${reason}${status === undefined ? '' : ` (${status})`}`, {
    cause: error,
  })
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)
}
