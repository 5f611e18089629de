import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchPicture, detectImageType } from './picture-download.ts'

const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')

let server: Server
let host: string
let visits: string[]
beforeEach(async () => {
  visits = []
  server = createServer((request, response) => {
    visits.push(request.url ?? '')
    answers[request.url ?? '']?.(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

const answers: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg),
  '/moved': (response) => response.writeHead(302, { location: '/good' }).end(),
  '/missing': (response) => response.writeHead(404).end(jpeg),
  '/svg': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
  '/empty': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
  '/full': (response) => response.end(Buffer.concat([jpeg, Buffer.alloc(256 * 1024 - jpeg.length)])),
  '/too-much': (response) => response.end(Buffer.concat([jpeg, Buffer.alloc(256 * 1024)])),
}

const development = () => ({
  steamApiUrl: `http://${host}`,
  steamPictureHosts: [host, 'pictures.example'],
  allowPrivate: true,
})

test('C2 the type of a picture comes from its bytes, whatever the header says', async () => {
  const { bytes, type } = await fetchPicture(development(), `http://${host}/good`)
  expect([bytes.equals(jpeg), type]).toEqual([true, 'image/jpeg'])
  expect((await fetchPicture(development(), `http://${host}/full`)).bytes).toHaveLength(256 * 1024)
})

test.each([
  ['/moved', 'status 302'],
  ['/missing', 'status 404'],
  ['/svg', 'something else than a picture'],
  ['/empty', 'something else than a picture'],
  ['/too-much', 'more than 262144 bytes'],
])('C2 %s is no picture of a player', async (path, message) => {
  await expect(fetchPicture(development(), `http://${host}${path}`)).rejects.toThrow(message)
  expect(visits).toEqual([path])
})

test('C2 a picture on another host, another port, by another scheme or with a name in it is never fetched', async () => {
  const { port } = server.address() as AddressInfo
  const addresses = [
    `http://localhost:${port}/good`,
    `http://127.0.0.1:1/good`,
    `http://user@${host}/good`,
    `http://${host}.evil.example/good`,
    'http://evilpictures.example/good',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'http://[',
  ]
  for (const address of addresses)
    await expect(fetchPicture(development(), address)).rejects.toThrow('not allowed')
  const production = { ...development(), steamApiUrl: 'https://api.example' }
  await expect(fetchPicture(production, `http://${host}/good`)).rejects.toThrow('not allowed')
  expect(visits).toEqual([])
})

test('C2 hosts below an allowed one are allowed, and each port of one that is named without', async () => {
  const rules = { steamApiUrl: 'http://x', steamPictureHosts: ['pictures.invalid'], allowPrivate: true }
  await expect(fetchPicture(rules, 'http://a.pictures.invalid/x.jpg')).rejects.toThrow('did not answer')
  const anyPort = { ...rules, steamPictureHosts: ['127.0.0.1'] }
  expect((await fetchPicture(anyPort, `http://${host}/good`)).type).toBe('image/jpeg')
})

test.each([
  ['ffd8ffdb', 'image/jpeg'],
  ['89504e470d0a1a0a0000', 'image/png'],
  ['474946383961', 'image/gif'],
  ['474946383761', 'image/gif'],
  ['52494646000000005745425056', 'image/webp'],
  ['524946460000000057415645', null],
  ['3c737667', null],
  ['', null],
])('C2 bytes %s are %s', (hex, type) => {
  expect(detectImageType(Buffer.from(hex, 'hex'))).toBe(type)
})
