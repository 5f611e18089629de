/** One field of a protobuf message as it is on the wire. */
export interface WireField {
  number: number
  value: number | bigint | Buffer
}

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 }

/** Reads the fields of a protobuf message. Throws where the bytes are none. */
export function readFields(message: Buffer): WireField[] {
  const fields: WireField[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at]
      if (byte === undefined || shift > 63n) throw new Error('a varint has no end')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (bytes: number): Buffer => {
    if (at + bytes > message.length) throw new Error('a field is longer than its message')
    at += bytes
    return message.subarray(at - bytes, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const [number, type] = [tag >>> 3, tag & 7]
    if (type === wireTypes.varint) fields.push({ number, value: varint() })
    else if (type === wireTypes.fixed64) fields.push({ number, value: take(8).readBigUInt64LE() })
    else if (type === wireTypes.bytes) fields.push({ number, value: take(Number(varint())) })
    else if (type === wireTypes.fixed32) fields.push({ number, value: take(4).readUInt32LE() })
    else throw new Error(`wire type ${type} is unknown`)
  }
  return fields
}

/** The nested messages, texts or bytes with a field's number. */
export function readAll(message: Buffer, number: number): Buffer[] {
  return readFields(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  )
}

export function readNumber(message: Buffer, number: number): bigint {
  const found = readFields(message).find((field) => field.number === number)?.value
  return found === undefined || Buffer.isBuffer(found) ? 0n : BigInt(found)
}

export function readText(message: Buffer, number: number): string {
  return readAll(message, number)[0]?.toString('utf8') ?? ''
}
