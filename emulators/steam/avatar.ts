import { crc32, deflateSync } from 'node:zlib'

const cellsPerSide = 5
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A person's picture: a PNG of a pattern and colours that follow the SteamID, another for each person. */
export function createAvatar(steamId: string, size: number): Buffer {
  const bits = hashSteamId(steamId)
  const hue = bits % 360
  const palette = Buffer.from([...hslToRgb(hue, 0.42, 0.24), ...hslToRgb(hue + 40 + (bits % 90), 0.7, 0.62)])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Eight bits a pixel, by palette.
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(drawPixels(bits, size))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Rows of pixels, each after a byte that says it is not filtered: a pattern of cells, the same left and right. */
function drawPixels(bits: number, size: number): Buffer {
  const rows = Buffer.alloc(size * (size + 1))
  const margin = Math.round(size / 8)
  const cell = (size - 2 * margin) / cellsPerSide
  for (let y = margin; y < size - margin; y += 1) {
    for (let x = margin; x < size - margin; x += 1) {
      const column = Math.min(cellsPerSide - 1, Math.floor((x - margin) / cell))
      const row = Math.min(cellsPerSide - 1, Math.floor((y - margin) / cell))
      const bit = row * 3 + Math.min(column, cellsPerSide - 1 - column)
      rows[y * (size + 1) + x + 1] = (bits >>> bit) & 1
    }
  }
  return rows
}

/** 32 bits in which neighbouring SteamIDs share nothing. */
function hashSteamId(steamId: string): number {
  let bits = crc32(steamId)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  return (bits ^ (bits >>> 13)) >>> 0
}

/** HSL as three bytes. */
function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
  const amount = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const turn = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  })
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
