import { createHash } from 'node:crypto'
import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import { type S3Bucket, asUnavailable } from './s3-bucket.ts'

/** The whole name in earlier versions, which knew one portal a bucket. */
const incompleteId = 'clutch-incomplete-uploads'
const versionsId = 'clutch-old-versions'
const badRequest = 400
const statusesOfUnknown = [405, 501]
const abortAfterDays = 2
const oldVersionDays = 1

/** Which rules the bucket has now. */
export interface SetRules {
  incompleteUploads: boolean
  oldVersions: boolean
}

/**
 * Has the bucket remove parts of uploads that were not completed, as after a crash, two days later, and where it keeps old versions those
 * of deleted files a day later. Other rules of the bucket stay, also those of another portal with another prefix. Files expire by the
 * portal only, which knows them. Throws FileStoreUnavailable, as where the key may not set rules.
 */
export async function setLifecycle(bucket: S3Bucket, prefix: string): Promise<SetRules> {
  const { client, name: Bucket } = bucket
  const { incomplete, versions } = makeRules(prefix)
  const oldVersions = await keepsOldVersions(bucket)
  const set = async (Rules: LifecycleRule[]) => {
    const command = new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })
    sendContentMd5(command)
    await client.send(command)
  }
  try {
    const current = await client
      .send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchLifecycleConfiguration') return { Rules: [] }
        throw error
      })
    const isReplaced = ({ ID, Filter }: LifecycleRule) =>
      ID === incomplete.ID || ID === versions.ID || (ID === incompleteId && Filter?.Prefix === prefix)
    const others = (current.Rules ?? []).filter((rule) => !isReplaced(rule))
    if (!oldVersions) {
      await set([...others, incomplete])
      return { incompleteUploads: true, oldVersions }
    }
    // MinIO removes interrupted uploads by itself, and refuses the rule.
    const isRefused = (error: unknown) => {
      if (statusOf(error) !== badRequest) throw error
      return set([...others, versions]).then(() => false)
    }
    const incompleteUploads = await set([...others, incomplete, versions]).then(() => true, isRefused)
    return { incompleteUploads, oldVersions }
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** Whether the bucket keeps what is deleted or replaced as old versions. Throws FileStoreUnavailable. */
export async function keepsOldVersions({ client, name: Bucket }: S3Bucket): Promise<boolean> {
  try {
    return (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status !== undefined
  } catch (error) {
    // Services without versions do not know the question.
    if (statusesOfUnknown.includes(statusOf(error))) return false
    throw asUnavailable(error)
  }
}

function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
}

function makeRules(prefix: string): { incomplete: LifecycleRule; versions: LifecycleRule } {
  const ending = createHash('sha256').update(prefix).digest('hex').slice(0, 8)
  const shared = { Status: 'Enabled', Filter: { Prefix: prefix } } as const
  const incomplete: LifecycleRule = {
    ...shared,
    ID: `${incompleteId}-${ending}`,
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortAfterDays },
  }
  const versions: LifecycleRule = {
    ...shared,
    ID: `${versionsId}-${ending}`,
    Expiration: { ExpiredObjectDeleteMarker: true },
    NoncurrentVersionExpiration: { NoncurrentDays: oldVersionDays },
  }
  return { incomplete, versions }
}

/** This call needs a digest of its body: all services know Content-MD5, not all the CRC32 that the SDK sends. */
function sendContentMd5(command: PutBucketLifecycleConfigurationCommand): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string }
      for (const name of Object.keys(headers)) if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name]
      headers['content-md5'] = createHash('md5').update(body).digest('base64')
      return next(args)
    },
    { step: 'build', priority: 'low', name: 'contentMd5' },
  )
}
