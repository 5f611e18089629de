import { randomBytes } from 'node:crypto'
import { rconLine } from '../servers/index.ts'

/** A fresh secret for a game server to report by. */
export function makeReportSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Where a game server reports to a portal at `url`, by its secret. */
export function addressesOf(url: string, secret: string): { log: string; matchzy: string } {
  return { log: `${url}/api/events/log/${secret}`, matchzy: `${url}/api/events/matchzy` }
}

export const loggingOn = [rconLine('sv_logfile', '1'), rconLine('log', 'on'), rconLine('mp_logdetail', '0')]

/**
 * Has a server report to this address, once however often it is told. Addresses of others stay: one of ours with a revoked
 * secret is answered 410, and the game removes it.
 */
export function reportTo(log: string): string {
  return rconLine('logaddress_add_http', log)
}

/** The console lines by which a game server reports to a portal at `url`: its log, and the events of MatchZy. */
export function reportLines(url: string, secret: string): string[] {
  const { log, matchzy } = addressesOf(url, secret)
  return [
    ...loggingOn,
    reportTo(log),
    rconLine('matchzy_remote_log_url', matchzy),
    rconLine('matchzy_remote_log_header_key', 'Authorization'),
    rconLine('matchzy_remote_log_header_value', `Bearer ${secret}`),
  ]
}
