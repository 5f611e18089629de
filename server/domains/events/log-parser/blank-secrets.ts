import { readTimestamp, findTextStart } from './timestamp.ts'

const lineEnd = 10
const space = 32
/** As much of a line is looked at. */
const maxHeadBytes = 200

/** What stands in every line that may hold a secret, and in few others. */
const secretMarkers = ['rcon from', 'server_cvar: ', '" = "']

/** Before the first quote of a line stands the game's own word, no name and nobody's talk. */
const secretPattern = /^[^"]*(?:rcon from|server_cvar: |"[\w.]+" = ")/

/**
 * The body of a batch without what consoles were told and what console variables are set to: lines of `rcon from`, and
 * those that list variables at a map's start, hold passwords. They are made blank behind their stamps, at the same length,
 * so that times and offsets stay true (integrations, HTTP log). The body itself where there is nothing to blank.
 */
export function blankSecrets(body: Buffer): Buffer {
  let clean = body
  for (const mark of secretMarkers) {
    for (let from = 0, found = body.indexOf(mark); found >= 0; found = body.indexOf(mark, from)) {
      const start = body.lastIndexOf(lineEnd, found) + 1
      const next = body.indexOf(lineEnd, found)
      const end = next < 0 ? body.length : next
      from = end
      const head = body.toString('latin1', start, Math.min(end, start + maxHeadBytes))
      if (!secretPattern.test(head)) continue
      if (clean === body) clean = Buffer.from(body)
      clean.fill(space, Number.isNaN(readTimestamp(head)) ? start : start + findTextStart(head), end)
    }
  }
  return clean
}
