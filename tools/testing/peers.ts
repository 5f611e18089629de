import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the scripts in `tools/peers` put programs that Debian does not have. */
export const peerFolder = process.env['CLUTCH_PEERS'] ?? join(homedir(), '.cache/clutch-peers')

/** Where tests look for independent programs: also those built by the scripts in `tools/peers`, and those of administrators. */
export const peerPath = `${process.env['PATH'] ?? ''}:${join(peerFolder, 'bin')}:/usr/games:/usr/sbin`
