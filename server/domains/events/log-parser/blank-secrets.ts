import { readTimestamp, findTextStart } from './timestamp.ts'

const lineEnd = 10
const space = 32
/** Longest part of a line that is searched. */
const maxHeadBytes = 200

/** Text in every line that may hold a secret, and in few others. */
const secretMarkers = ['rcon from', 'server_cvar: ', '" = "']

/** The text before a line's first quote is the game's own, not a name or chat. */
const secretPattern = /^[^"]*(?:rcon from|server_cvar: |"[\w.]+" = ")/

/**
 * Returns a batch's body without console commands and values of console variables: lines of `rcon from`, and
 * the list of variables at a map's start, contain passwords. They are blanked after their timestamps, at the
 * same length, so that times and offsets stay correct (integrations, HTTP log). Returns the body itself where
 * there is nothing to blank.
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
