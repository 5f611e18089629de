import { expect, test } from 'vitest'
import { findSignatureProblem } from './signature.ts'

/** The examples of "Signature Calculations for the Authorization Header" and "Authenticating Requests: Using Query Parameters" of S3. */
const documented = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const at = Date.UTC(2013, 4, 24)
const base = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }

const examples = [
  {
    name: 'GET Object with a range',
    method: 'GET',
    url: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash },
    signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    method: 'GET',
    url: '/?lifecycle',
    headers: { 'x-amz-content-sha256': emptyHash },
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'List Objects',
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': emptyHash },
    signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

function check(
  { method, url, headers, signedHeaders, signature }: Omit<(typeof examples)[number], 'name'>,
  now = at,
) {
  const { pathname: path, searchParams: query } = new URL(url, 'http://x')
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  return findSignatureProblem(
    { method, path, query, headers: { ...base, ...headers, authorization } },
    documented,
    now,
  )
}

test.each(examples)(
  'the documented signature of $name is accepted, of a changed request it is not',
  (example) => {
    expect(check(example)).toBe(null)
    expect(check({ ...example, url: `${example.url}&x` })).toBe('SignatureDoesNotMatch')
    expect(check(example, at + 16 * 60_000)).toBe('RequestTimeTooSkewed')
  },
)

test('the documented presigned address is accepted for a day', () => {
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': scope,
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  })
  const request = { path: '/test.txt', query, headers: { host: base.host } }
  const findProblem = (method: string, now: number) =>
    findSignatureProblem({ method, ...request }, documented, now)
  expect(findProblem('GET', at + 86_000_000)).toBe(null)
  expect(findProblem('GET', at + 86_401_000)).toBe('AccessDenied')
  expect(findProblem('HEAD', at)).toBe('SignatureDoesNotMatch')
})
