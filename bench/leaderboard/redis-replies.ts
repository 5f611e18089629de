/** What Redis answers, errors apart. */
export type RedisReply = string | number | null | RedisReply[]

interface ParsedReply<T> {
  value: T
  end: number
}

/** Returns the complete replies at the start of some bytes, and the rest. */
export function readReplies(bytes: Buffer): { replies: (RedisReply | Error)[]; rest: Buffer } {
  const replies: (RedisReply | Error)[] = []
  let at = 0
  for (let next = readReply(bytes, at); next !== null; next = readReply(bytes, at)) {
    replies.push(next.value)
    at = next.end
  }
  return { replies, rest: bytes.subarray(at) }
}

/** The reply that begins at `at` (RESP 2); null while some of it is missing. */
function readReply(bytes: Buffer, at: number): ParsedReply<RedisReply | Error> | null {
  const lineEnd = bytes.indexOf('\r\n', at)
  if (lineEnd < 0) return null
  const line = bytes.toString('utf8', at + 1, lineEnd)
  const end = lineEnd + 2
  switch (bytes.toString('latin1', at, at + 1)) {
    case '+':
      return { value: line, end }
    case '-':
      return { value: new Error(line), end }
    case ':':
      return { value: Number(line), end }
    case '$':
      return readText(bytes, end, Number(line))
    default:
      return readList(bytes, end, Number(line))
  }
}

function readText(bytes: Buffer, at: number, length: number): ParsedReply<string | null> | null {
  if (length < 0) return { value: null, end: at }
  const end = at + length
  return bytes.length < end + 2 ? null : { value: bytes.toString('utf8', at, end), end: end + 2 }
}

function readList(bytes: Buffer, at: number, length: number): ParsedReply<RedisReply> | null {
  if (length < 0) return { value: null, end: at }
  const list: RedisReply[] = []
  let end = at
  while (list.length < length) {
    const item = readReply(bytes, end)
    if (item === null) return null
    if (item.value instanceof Error) throw item.value
    list.push(item.value)
    end = item.end
  }
  return { value: list, end }
}
