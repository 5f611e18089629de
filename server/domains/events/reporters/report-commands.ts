import { formatRconLine } from '../../servers/index.ts'

/** Where a game server reports to a portal at `url`, by its secret. */
export function buildReportUrls(url: string, secret: string): { log: string; matchzy: string } {
  return { log: `${url}/api/events/log/${secret}`, matchzy: `${url}/api/events/matchzy` }
}

export const enableLoggingCommands = [
  formatRconLine('sv_logfile', '1'),
  formatRconLine('log', 'on'),
  formatRconLine('mp_logdetail', '0'),
]

/**
 * Returns the command that adds this log address, once however often it is sent. Other addresses stay: one of
 * ours with a revoked secret is answered 410, and the game removes it.
 */
export function addLogAddressCommand(log: string): string {
  return formatRconLine('logaddress_add_http', log)
}

/** The console lines by which a game server reports to a portal at `url`: its log, and the events of MatchZy. */
export function buildReportCommands(url: string, secret: string): string[] {
  const { log, matchzy } = buildReportUrls(url, secret)
  return [
    ...enableLoggingCommands,
    addLogAddressCommand(log),
    formatRconLine('matchzy_remote_log_url', matchzy),
    formatRconLine('matchzy_remote_log_header_key', 'Authorization'),
    formatRconLine('matchzy_remote_log_header_value', `Bearer ${secret}`),
  ]
}
