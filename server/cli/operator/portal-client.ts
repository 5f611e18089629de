import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { portalAddressFile } from '../../platform/lifecycle/portal-address-file.ts'
import { operatorTokenFile } from '../../platform/http/session/operator-token.ts'
import { UsageWrong } from './input/values.ts'

type Environment = Readonly<Record<string, string | undefined>>

const answerWithinMs = 15_000

/** The running portal: its address and the operator's or an API token. */
export interface PortalConnection {
  url: string
  token: string
  /** The file of the operator token; null with an API token. */
  tokenFile: string | null
}

/**
 * Finds the portal: `--url`, else what the running portal wrote into its data directory, else
 * CLUTCH_PUBLIC_URL; the token is the API token in CLUTCH_API_TOKEN, else in `operator.token` next to it. Throws UsageWrong with one
 * line.
 */
export async function findPortal(
  url: string | undefined,
  environment: Environment,
): Promise<PortalConnection> {
  const folder = resolve(environment['CLUTCH_DATA_DIR'] ?? 'data')
  const found = url ?? (await writtenUrl(folder)) ?? environment['CLUTCH_PUBLIC_URL']
  if (found === undefined)
    throw new UsageWrong(
      `no portal runs on ${folder}: start it, set CLUTCH_DATA_DIR to the data directory of one that runs, or name it by --url`,
    )
  const apiToken = environment['CLUTCH_API_TOKEN']
  const file = environment['CLUTCH_OPERATOR_TOKEN_FILE'] ?? operatorTokenFile(folder)
  const token = apiToken ?? (await readOperatorToken(file))
  return { url: checkUrl(found), token: token.trim(), tokenFile: apiToken === undefined ? file : null }
}

async function readOperatorToken(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageWrong(
      `cannot read the operator token in ${file}: set CLUTCH_DATA_DIR to the portal's data directory, or CLUTCH_API_TOKEN to an API token`,
    )
  })
}

/** Makes a call; the answer's value, or null for an empty one. Throws UsageWrong with the portal's own words. */
export async function callPortal(
  door: PortalConnection,
  call: { method: string; path: string },
  body: object | undefined,
): Promise<unknown> {
  const response = await fetch(new URL(call.path, door.url), {
    method: call.method,
    headers: { authorization: `Bearer ${door.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => {
    throw new UsageWrong(`no portal answers at ${door.url}`)
  })
  const text = await response.text()
  if (!response.ok) throw new UsageWrong(refusal(door, response.status, text))
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** Makes a call that answers rows and tells each as it comes. Throws UsageWrong, also where they break off. */
export async function printRows(
  door: PortalConnection,
  path: string,
  tell: (line: string) => void,
): Promise<void> {
  const response = await fetch(new URL(path, door.url), {
    headers: { authorization: `Bearer ${door.token}` },
    redirect: 'error',
  }).catch(() => {
    throw new UsageWrong(`no portal answers at ${door.url}`)
  })
  if (!response.ok) throw new UsageWrong(refusal(door, response.status, await response.text()))
  let last = 'none'
  const body = response.body ?? []
  try {
    for await (const line of createInterface({ input: Readable.from(body), crlfDelay: Infinity })) {
      if (line !== '') tell(line)
      last = line
    }
  } catch {
    last = 'broken'
  }
  if (last !== '') throw new UsageWrong('the portal broke off: this is not all')
}

async function writtenUrl(folder: string): Promise<string | undefined> {
  const text = await readFile(portalAddressFile(folder), 'utf8').catch(() => '{}')
  const [, url] = /"url":\s*"([^"]+)"/.exec(text) ?? []
  return url
}

/** A portal that listens on all addresses, as in a container, is called at this machine's own. */
const ownAddresses: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/** The token goes in the clear over http: only to this machine. */
function checkUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return url.origin
  if (url) url.hostname = ownAddresses[url.hostname] ?? url.hostname
  if (url?.protocol === 'http:' && isThisMachine(url.hostname)) return url.origin
  throw new UsageWrong('the portal must be an https address, or http on this machine')
}

function isThisMachine(hostname: string): boolean {
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return true
  const addresses = Object.values(networkInterfaces()).flat()
  return addresses.some((one) => one?.address === hostname.replaceAll(/[[\]]/g, ''))
}

function refusal({ url, tokenFile }: PortalConnection, status: number, text: string): string {
  try {
    const { error, code } = JSON.parse(text) as { error: string; code: string }
    const hint =
      code === 'request.not_found'
        ? `; the process at ${url} has another version or not the role web: name a web process by --url or CLUTCH_DATA_DIR`
        : status === 401 && tokenFile !== null
          ? `; the portal does not accept the operator token in ${tokenFile}: where it is turned off, set CLUTCH_API_TOKEN to an API token`
          : ''
    return `${error} (${code})${hint}`
  } catch {
    return `the portal answered ${status}`
  }
}
