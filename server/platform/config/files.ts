import { resolve } from 'node:path'
import { z } from 'zod'
import { type SettingDefinition, type SettingValues, httpUrl } from './setting.ts'

/** How requests address the bucket. */
const addressing = z
  .enum(['0', '1', 'domain'], 'must be 0, 1 or domain')
  .transform((value) => ({ '0': 'host', '1': 'path', domain: 'domain' } as const)[value])

/** Where demos, map pictures and backups are stored: folders of this machine, or a bucket of an S3 service. */
export const fileSettings = {
  fileStore: {
    variable: 'CLUTCH_FILE_STORE',
    doc: 'Where new demos and backups are stored: `folder` or `s3`. Files are found in both while the settings of S3 are there; `npm run files -- move` moves them.',
    schema: z.enum(['folder', 's3'], 'must be folder or s3'),
    default: 'folder',
  },
  s3Endpoint: {
    variable: 'CLUTCH_S3_ENDPOINT',
    doc: 'The address of the S3 service, like `https://s3.eu-central-1.amazonaws.com` or `http://minio:9000`. It may be a private one.',
    schema: httpUrl.optional(),
  },
  s3DownloadEndpoint: {
    variable: 'CLUTCH_S3_DOWNLOAD_ENDPOINT',
    doc: 'The address of the same service for the browsers of players, to which a download is redirected, where it differs. `none`: the portal sends the files itself.',
    schema: z.union([z.literal('none'), httpUrl]).optional(),
    derived: true,
  },
  s3Region: {
    variable: 'CLUTCH_S3_REGION',
    doc: 'The region of the bucket; services without regions take any.',
    schema: z.string().regex(/^[\w-]{1,64}$/, 'must be a region like eu-central-1'),
    default: 'us-east-1',
  },
  s3Bucket: {
    variable: 'CLUTCH_S3_BUCKET',
    doc: 'The bucket. It must exist, and nothing in it needs to be public.',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  },
  s3Prefix: {
    variable: 'CLUTCH_S3_PREFIX',
    doc: 'What the names of all objects begin with, for a bucket that others use, too: `clutch/`.',
    schema: z.string().regex(/^([\w.-]+\/)*$/, 'must end in a slash, like clutch/'),
    default: '',
  },
  s3AccessKey: {
    variable: 'CLUTCH_S3_ACCESS_KEY',
    doc: 'The access key id. Without it and its secret the credentials of the machine are used, as AWS’s own tools find them (`AWS_ACCESS_KEY_ID`, the role of the instance or pod).',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  s3SecretKey: {
    variable: 'CLUTCH_S3_SECRET_KEY',
    doc: 'The secret access key.',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  s3PathStyle: {
    variable: 'CLUTCH_S3_PATH_STYLE',
    doc: '`1` addresses the bucket in the path (MinIO, Ceph), `0` in the host name (AWS, R2, Tencent Cloud COS), `domain` in neither: `CLUTCH_S3_ENDPOINT` is a domain of the bucket itself, as new accounts of Alibaba Cloud OSS need it.',
    schema: addressing,
    default: '0',
  },
  s3DownloadPathStyle: {
    variable: 'CLUTCH_S3_DOWNLOAD_PATH_STYLE',
    doc: 'The same for `CLUTCH_S3_DOWNLOAD_ENDPOINT`, where it differs.',
    schema: addressing.optional(),
    derived: true,
  },
  s3Sse: {
    variable: 'CLUTCH_S3_SSE',
    doc: 'The encryption that the service is asked for: `none`, `AES256`, or `aws:kms` with the key of `CLUTCH_S3_SSE_KEY`.',
    schema: z.enum(['none', 'AES256', 'aws:kms'], 'must be none, AES256 or aws:kms'),
    default: 'none',
  },
  s3SseKey: {
    variable: 'CLUTCH_S3_SSE_KEY',
    doc: 'The id of the key for `aws:kms`; without it the service uses the default one of the bucket.',
    schema: z.string().min(1).max(2_048).optional(),
  },
  backupDir: {
    variable: 'CLUTCH_BACKUP_DIR',
    doc: 'The folder of scheduled backups, while `CLUTCH_FILE_STORE` is `folder`. Without it `backups` in the data directory; another disk is better.',
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
    derived: true,
  },
} satisfies Record<string, SettingDefinition>

/** The settings by which the stores of files are opened. */
export type FileConfig = SettingValues<typeof fileSettings>
export const fileSettingNames = Object.keys(fileSettings) as (keyof typeof fileSettings)[]

/** Settings that do not fit each other. */
export function fileProblems(values: Partial<FileConfig>): string[] {
  const { fileStore, s3Endpoint, s3Bucket, s3AccessKey, s3SecretKey, s3Sse, s3SseKey } = values
  const problems: string[] = []
  if (fileStore === 's3' && s3Endpoint === undefined)
    problems.push('CLUTCH_S3_ENDPOINT: required by CLUTCH_FILE_STORE=s3')
  if ((fileStore === 's3' || s3Endpoint !== undefined) && s3Bucket === undefined)
    problems.push('CLUTCH_S3_BUCKET: required by the settings of S3')
  if ((s3AccessKey === undefined) !== (s3SecretKey === undefined))
    problems.push('CLUTCH_S3_SECRET_KEY: goes with CLUTCH_S3_ACCESS_KEY, and only with it')
  if (s3SseKey !== undefined && s3Sse !== 'aws:kms')
    problems.push('CLUTCH_S3_SSE_KEY: only CLUTCH_S3_SSE=aws:kms has a key')
  return problems
}
