import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHouse } from '../testing/house.ts'
import type { TestHouse } from '../testing/house.ts'
import { createTestApp } from '../testing/http.ts'
import type { App } from './app.ts'
import { pageIsBuilt, servePage } from './page.ts'

let house: TestHouse
let app: App
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clutch-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(folder, 'assets/app-1.js'), 'plain')
  await writeFile(join(folder, 'assets/app-1.js.br'), 'compressed')
  house = await createTestHouse()
  app = await createTestApp(house)
  await servePage(app, folder)
})
afterAll(async () => {
  await app.close()
  await house.destroy()
  await rm(folder, { recursive: true })
})

test('a folder without index.html is no built page', () => {
  expect(pageIsBuilt(folder)).toBe(true)
  expect(pageIsBuilt(join(folder, 'assets'))).toBe(false)
})

test.each(['/', '/servers', '/no/such/page', '/servers?s=%00', '/%E0%A4%A'])(
  'A3 %s gets the page, revalidated, with its headers',
  async (url) => {
    const { statusCode, body, headers } = await app.inject(url)
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>page</title>'])
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  },
)

test('F4 only the purchase page may stand in a frame, and only in one of the portal itself', async () => {
  const framing = async (url: string) => {
    const { headers } = await app.inject(url)
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }
  expect(await framing('/subscribe')).toEqual(["'self'", 'SAMEORIGIN'])
  expect(await framing('/subscribe?username=a&steamid=b')).toEqual(["'self'", 'SAMEORIGIN'])
  for (const url of ['/', '/vip', '/subscribe/', '/store', '/api/portal', '/login?x=/subscribe'])
    expect(await framing(url)).toEqual(["'none'", 'DENY'])
})

test('a hashed file is kept for a year, in the compressed form made at build', async () => {
  const { headers, body } = await app.inject({
    url: '/assets/app-1.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect([headers['content-encoding'], body]).toEqual(['br', 'compressed'])
})

test.each(['/api', '/api/', '/api/nothing', '/api/%E0%A4%A', '/assets/gone.js'])(
  '%s is never the page',
  async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(JSON.parse(body)).toMatchObject({ code: expect.stringMatching(/^request\./) })
  },
)
