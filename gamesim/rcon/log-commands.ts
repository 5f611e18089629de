import type { Command } from './command-host.ts'

/** The HTTP log's switches. */
export const logCommands: Record<string, Command> = {
  log: (host, [state]) => {
    if (state === 'on' || state === '1') host.log.isEnabled = true
    else if (state === 'off' || state === '0') host.log.isEnabled = false
    else return `Usage: log < on | off >\ncurrently ${host.log.isEnabled ? 'logging' : 'not logging'}\n`
    return ''
  },
  logaddress_add_http: (host, [url = '']) => {
    if (!URL.canParse(url)) return `logaddress_add_http:  unparseable url\n`
    host.log.addDestination(url)
    return ''
  },
  logaddress_delall_http: (host) => {
    host.log.removeDestinations()
    return ''
  },
  logaddress_list_http: (host) => {
    const urls = host.log.listUrls()
    const heading = urls.length === 0 ? 'no http log addresses' : `${urls.length} http log addresses:`
    return [heading, ...urls, ''].join('\n')
  },
}
