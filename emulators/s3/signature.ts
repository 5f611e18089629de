import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as it is signed. */
export interface SignedRequest {
  method: string
  /** The path as it was sent. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Credentials {
  accessKey: string
  secretKey: string
  region: string
}

/** Why a request is refused, by the codes of S3. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'AuthorizationQueryParametersError'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'

const algorithm = 'AWS4-HMAC-SHA256'
const largestSkewMs = 15 * 60_000
const longestLifetimeSeconds = 7 * 24 * 3_600

interface Claim {
  accessKey: string
  /** Date, region, service and `aws4_request`. */
  scope: string
  signedHeaders: string[]
  signature: string
  /** 20130524T000000Z. */
  time: string
  payload: string
  isPresigned: boolean
  lifetimeSeconds: number
}

/** Verifies the signature (version 4) of a header or a presigned address at a time, ms; null for a good one. */
export function findSignatureProblem(
  request: SignedRequest,
  { accessKey, secretKey, region }: Credentials,
  now: number,
): SignatureProblem | null {
  const claim = readClaim(request)
  if (typeof claim === 'string') return claim
  if (claim.accessKey !== accessKey) return 'InvalidAccessKeyId'
  const malformed = claim.isPresigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed'
  if (claim.scope !== `${claim.time.slice(0, 8)}/${region}/s3/aws4_request`) return malformed
  if (!claim.signedHeaders.includes('host')) return malformed
  const late = now - parseTime(claim.time)
  if (claim.isPresigned && (late > claim.lifetimeSeconds * 1_000 || -late > largestSkewMs))
    return 'AccessDenied'
  if (!claim.isPresigned && Math.abs(late) > largestSkewMs) return 'RequestTimeTooSkewed'
  const expected = Buffer.from(sign(request, claim, secretKey))
  const given = Buffer.from(claim.signature)
  return expected.length === given.length && timingSafeEqual(expected, given) ? null : 'SignatureDoesNotMatch'
}

function readClaim({ query, headers }: SignedRequest): Claim | SignatureProblem {
  if (query.has('X-Amz-Signature')) {
    const value = (name: string) => query.get(`X-Amz-${name}`) ?? ''
    const lifetimeSeconds = Number(value('Expires'))
    const [accessKey = '', ...scope] = value('Credential').split('/')
    if (
      value('Algorithm') !== algorithm ||
      !(lifetimeSeconds > 0 && lifetimeSeconds <= longestLifetimeSeconds)
    )
      return 'AuthorizationQueryParametersError'
    return {
      accessKey,
      scope: scope.join('/'),
      signedHeaders: value('SignedHeaders').split(';'),
      signature: value('Signature'),
      time: value('Date'),
      payload: 'UNSIGNED-PAYLOAD',
      isPresigned: true,
      lifetimeSeconds,
    }
  }
  const authorization = String(headers['authorization'] ?? '')
  if (authorization === '') return 'AccessDenied'
  const matched =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  const [, accessKey = '', scope = '', signedHeaders = '', signature = ''] = matched ?? []
  if (!matched) return 'AuthorizationHeaderMalformed'
  return {
    accessKey,
    scope,
    signedHeaders: signedHeaders.split(';'),
    signature,
    time: String(headers['x-amz-date'] ?? ''),
    payload: String(headers['x-amz-content-sha256'] ?? ''),
    isPresigned: false,
    lifetimeSeconds: 0,
  }
}

function parseTime(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function sign({ method, path, query, headers }: SignedRequest, claim: Claim, secretKey: string): string {
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
  const lines = claim.signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  )
  const canonical = [
    method,
    decodeURIComponent(path).split('/').map(encode).join('/'),
    parameters.join('&'),
    lines.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n')
  const text = [
    algorithm,
    claim.time,
    claim.scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = claim.scope
    .split('/')
    .reduce<Buffer | string>(
      (last, part) => createHmac('sha256', last).update(part).digest(),
      `AWS4${secretKey}`,
    )
  return createHmac('sha256', key).update(text).digest('hex')
}

/** As S3 encodes: everything but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
