import { parseArgs } from 'node:util'
import type { Credentials } from './signature.ts'

export interface S3EmulatorOptions extends Credentials {
  /** 0, the default, takes a free one. */
  port?: number
  bucket: string
  /** A domain of the bucket itself, without which the service is not reached. */
  domain?: string
}

export const usage = `node emulators/s3/main.ts [--port 9000] [--bucket clutch] [--region us-east-1]
    The access key is "clutch-access", its secret "clutch-secret".`

/** Reads the command line; throws an Error whose message says what is wrong. */
export function readS3Options(args: readonly string[]): S3EmulatorOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '9000' },
      bucket: { type: 'string', default: 'clutch' },
      region: { type: 'string', default: 'us-east-1' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be 0 to 65535')
  return {
    port,
    bucket: values.bucket,
    region: values.region,
    accessKey: 'clutch-access',
    secretKey: 'clutch-secret',
  }
}
