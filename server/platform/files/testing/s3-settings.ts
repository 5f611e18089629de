import type { Config } from '../../config/config.ts'

/** The settings of files for a service of tests. */
export function s3Settings(
  url: string,
  { bucket, accessKey, secretKey }: { bucket: string; accessKey: string; secretKey: string },
) {
  return {
    fileStore: 's3',
    s3Endpoint: url,
    s3Region: 'us-east-1',
    s3Bucket: bucket,
    s3Prefix: 'portal/',
    s3AccessKey: accessKey,
    s3SecretKey: secretKey,
    s3PathStyle: 'path',
    s3Sse: 'none',
  } satisfies Partial<Config>
}
