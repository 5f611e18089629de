import { createServer } from 'node:net'
import type { DatabaseAddress } from '../platform/database/index.ts'

/** The minimum of PostgreSQL's protocol: admits every user and answers every query with a version. */
export async function startOldPostgres(
  version: string,
): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([frame('R', int32(0)), ready]))
      socket.on('data', (chunk) => {
        if (String(chunk.subarray(0, 1)) === 'Q') socket.write(answer(version))
      })
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('listens on no port')
  return {
    address: { host: '127.0.0.1', port: at.port, user: 'x', password: 'x', database: 'x' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const textType = 25

function answer(version: string): Buffer {
  const column = Buffer.concat([
    Buffer.from('server_version\0'),
    int32(0),
    int16(0),
    int32(textType),
    int16(-1),
    int32(-1),
    int16(0),
  ])
  const value = Buffer.from(version)
  return Buffer.concat([
    frame('T', Buffer.concat([int16(1), column])),
    frame('D', Buffer.concat([int16(1), int32(value.length), value])),
    frame('C', Buffer.from('SHOW\0')),
    ready,
  ])
}

function frame(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const ready = frame('Z', Buffer.from('I'))
