import type { Bucket, Upload } from './objects.ts'
import { element } from './responses.ts'

const defaultPage = 1_000

/** ListObjectsV2. The token is the last key of the page before. */
export function listObjects({ objects }: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const limit = Number(query.get('max-keys') ?? defaultPage)
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, limit)
  const contents = page.map((key) => {
    const stored = objects.get(key)
    return element(
      'Contents',
      element('Key', key) +
        element('LastModified', stored?.changedAt.toISOString() ?? '') +
        element('ETag', stored?.tag ?? '') +
        element('Size', stored?.content.length ?? 0),
    )
  })
  const isTruncated = keys.length > page.length
  const next = isTruncated ? element('NextContinuationToken', page.at(-1) ?? '') : ''
  return element(
    'ListBucketResult',
    element('Prefix', prefix) + element('IsTruncated', String(isTruncated)) + next + contents.join(''),
  )
}

/** ListMultipartUploads. */
export function listUploads({ uploads }: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
  const items = found.map(([id, { key, startedAt }]) =>
    element(
      'Upload',
      element('Key', key) + element('UploadId', id) + element('Initiated', startedAt.toISOString()),
    ),
  )
  return element('ListMultipartUploadsResult', element('IsTruncated', 'false') + items.join(''))
}

/** ListParts. */
export function listParts({ parts }: Upload): string {
  const items = [...parts].map(([number, { content, tag }]) =>
    element('Part', element('PartNumber', number) + element('ETag', tag) + element('Size', content.length)),
  )
  return element('ListPartsResult', element('IsTruncated', 'false') + items.join(''))
}
