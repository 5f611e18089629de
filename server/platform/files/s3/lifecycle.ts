import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import { type S3Bucket, asUnavailable } from './s3-bucket.ts'

const ruleId = 'clutch-incomplete-uploads'
const abortAfterDays = 2

/**
 * Has the bucket remove parts of uploads that were not completed, as after a crash, two days later. Other rules of the bucket stay.
 * Files expire by the portal only, which knows them. Throws FileStoreUnavailable, as where the key may not set rules.
 */
export async function setLifecycle({ client, name: Bucket }: S3Bucket, prefix: string): Promise<void> {
  const rule: LifecycleRule = {
    ID: ruleId,
    Status: 'Enabled',
    Filter: { Prefix: prefix },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: abortAfterDays },
  }
  try {
    const current = await client
      .send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchLifecycleConfiguration') return { Rules: [] }
        throw error
      })
    const others = (current.Rules ?? []).filter(({ ID }) => ID !== ruleId)
    const LifecycleConfiguration = { Rules: [...others, rule] }
    await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
  } catch (error) {
    throw asUnavailable(error)
  }
}
