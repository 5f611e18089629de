/** One event of a server-sent stream. */
export interface StreamEvent {
  event: string
  data: string
}

/**
 * Reads server-sent events out of text that arrives in pieces of any size (WHATWG event stream: LF, CRLF or CR,
 * comments, several data lines). `id` and `retry` are not used by the portal and passed over.
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  let event = ''
  let data: string[] = []

  function line(text: string): StreamEvent[] {
    if (text === '') {
      const done = data.length > 0 ? [{ event: event === '' ? 'message' : event, data: data.join('\n') }] : []
      event = ''
      data = []
      return done
    }
    const colon = text.indexOf(':')
    const field = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
    return []
  }

  return (piece) => {
    const text = rest + piece
    // A CR at the very end may be the first half of a CRLF: it waits for the next piece.
    const held = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + held
    return lines.flatMap(line)
  }
}
