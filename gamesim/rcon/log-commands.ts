import type { Command } from './console-host.ts'

/** The HTTP log's switches. */
export const logCommands: Record<string, Command> = {
  log: (host, [state]) => {
    if (state === 'on' || state === '1') host.log.enabled = true
    else if (state === 'off' || state === '0') host.log.enabled = false
    else return `Usage: log < on | off >\ncurrently ${host.log.enabled ? 'logging' : 'not logging'}\n`
    return ''
  },
  logaddress_add_http: (host, [url = '']) => {
    if (!URL.canParse(url)) return `logaddress_add_http:  unparseable url\n`
    host.log.add(url)
    return ''
  },
  logaddress_delall_http: (host) => {
    host.log.removeAll()
    return ''
  },
  logaddress_list_http: (host) => {
    const urls = host.log.urls()
    const heading = urls.length === 0 ? 'no http log addresses' : `${urls.length} http log addresses:`
    return [heading, ...urls, ''].join('\n')
  },
}
