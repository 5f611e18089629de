import type { OperatorAnnouncement } from '@clutch/contract/api/operator-announcements.ts'
import type { OperatorFaq } from '@clutch/contract/api/operator-faqs.ts'
import type { RegisteredServer } from '@clutch/contract/api/operator.ts'
import type { Page } from '@playwright/test'
import { somebody } from './accounts.ts'
import { openConsole } from './console.ts'
import { type Player, aServer, cardOf } from './practice.ts'
import { signIn } from './session.ts'
import { keep, keptOf } from './sign-in.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

/** A text that would become an element wherever it were taken for HTML; which field it stands in is told by its name. */
const evil = (field: string) => `${field}"><img src=x onerror=hit()>`
/** The same with every other way we know, for fields that hold more. */
const evils = (field: string) =>
  [
    evil(field),
    '<script>hit()</script>',
    '</title><svg/onload=hit()>',
    "';hit();//",
    '${hit()}',
    '{{constructor.constructor("hit()")()}}',
    'javascript:hit()',
    '&lt;img src=x onerror=hit()&gt;',
  ].join(' ')
const both = (text: string) => ({ zh: text, en: text })

/** Fills every text of the console that players see. */
async function poison(stack: Stack): Promise<{ faq: string; server: string; region: string }> {
  const { operate } = stack
  const portal = {
    name: evil('name'),
    rules: both(evils('rules')),
    filing: { text: evils('filing').slice(0, 60), url: 'https://beian.example/' },
    maintenance: both(evils('banner')),
    inventory: { note: both(evil('note')) },
    practice: {
      lead: both(evils('lead').slice(0, 80)),
      bullets: [both(evils('bullet').slice(0, 120))],
      notices: [both(evils('notice').slice(0, 200))],
    },
    features: { settings: { enabled: true } },
  }
  await operate('PATCH', '/api/operator/portal', portal)
  await operate('POST', '/api/operator/announcements', { text: both(evils('strip')) })
  const faq = (await operate('POST', '/api/operator/faqs', {
    question: both(evils('question').slice(0, 200)),
    answer: both(`<p>answer ${evils('inside')}</p><a href="javascript:hit()" onclick="hit()">link</a>`),
  })) as OperatorFaq
  await operate('POST', '/api/operator/commands', {
    command: evil('cmd'),
    description: both(evils('described').slice(0, 200)),
    brief: both(evil('brief')),
    isFrequent: true,
    type: 'Match',
    position: 0,
  })
  await operate('POST', '/api/operator/privileges', {
    order: 0,
    content: both(evils('privilege').slice(0, 80)),
    detail: both(evils('detail').slice(0, 400)),
    flags: { vip: 1 },
  })
  await operate('POST', '/api/operator/seasons', { name: both(evil('season')) })
  const region = 'ap-shanghai'
  await operate('PATCH', `/api/operator/regions/${region}`, { name: both(evil('region')), recommended: true })
  const [first] = (await operate('GET', '/api/operator/servers')) as RegisteredServer[]
  await operate('PATCH', `/api/operator/servers/${first?.id}`, {
    name_display: evils('server').slice(0, 120),
    region: evil('place'),
    tickrate: evil('tick'),
    rules: both(evils('own rules')),
    ontop: 1_000,
  })
  return { faq: faq.id, server: first?.id ?? '', region }
}

/** What none of the texts has done: run, been refused by the policy, or become an element. */
async function expectHarmless(page: Page): Promise<void> {
  const made =
    'img[src="x"], [onerror], [onload], [onclick], svg[onload], script:not([src]), [href^="javascript:"]'
  await expect(page.locator(made)).toHaveCount(0)
  expect(await page.evaluate(() => [Reflect.get(window, 'wasHit'), Reflect.get(window, 'violated')])).toEqual(
    [0, 0],
  )
}

/** Counts what runs or is refused in every page of a browser; a dialog fails the test. */
async function watch(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog: ${dialog.message()}`)
  })
  await page.addInitScript(() => {
    const counts = { wasHit: 0, violated: 0 }
    Object.defineProperty(window, 'wasHit', { get: () => counts.wasHit })
    Object.defineProperty(window, 'violated', { get: () => counts.violated })
    Object.assign(window, { hit: () => (counts.wasHit += 1), alert: () => (counts.wasHit += 1) })
    addEventListener('securitypolicyviolation', () => (counts.violated += 1))
  })
}

/** Each page of players, and which of the texts stand on it. */
const walk = (ids: { faq: string; server: string }): [path: string, fields: string[]][] => [
  ['/servers', ['name', 'strip', 'banner', 'filing', 'server']],
  [`/servers/details/${ids.server}`, ['server']],
  [`/servers/rules/${ids.server}`, ['own rules']],
  ['/vip', ['privilege', 'strip']],
  ['/leaderboard', ['season']],
  ['/pracc', ['lead', 'bullet']],
  [`/faq#${ids.faq}`, ['question']],
  ['/settings', ['name', 'banner']],
]

test('J1 J2 A10 texts of the console that look like HTML stay texts on every page of players', async ({
  page,
  stack,
}) => {
  test.setTimeout(180_000)
  const person = somebody()
  const session = await signIn(stack, person)
  const player: Player = { person, token: session.token, session }
  const lease = await aServer(stack, player)
  const ids = await poison(stack)
  await stack.operate('PUT', `/api/operator/leases/${lease.instance_id}/maintenance`, {
    text: both(evils('lease').slice(0, 200)),
  })
  await watch(page)
  await keep(page, keptOf(session))
  for (const [path, fields] of walk(ids)) {
    await page.goto(path)
    for (const field of fields) {
      await expect(page.getByText(`${field}"><img src=x`).first(), `${field} on ${path}`).toBeVisible()
    }
    await expectHarmless(page)
  }
  await page.goto(`/faq#${ids.faq}`)
  await expect(page.getByText('answer inside">')).toBeVisible()
  await expect(page.getByText('link', { exact: true })).not.toHaveAttribute('href')
  await expectHarmless(page)
  await page.goto('/pracc')
  await expect(cardOf(page, lease).getByText('lease"><img src=x')).toBeVisible()
  await page.getByRole('button', { name: '使用须知' }).click()
  await expect(page.getByRole('dialog').getByText('notice"><img src=x')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '新建服务器' }).click()
  await expect(page.getByRole('dialog').getByText('region"><img src=x').first()).toBeVisible()
  await expectHarmless(page)
})

test('J1 J2 A10 the same texts stay texts in the console itself, and in the preview of an answer while it is typed', async ({
  page,
  stack,
}) => {
  test.setTimeout(120_000)
  const announced = (await stack.operate('GET', '/api/operator/announcements')) as OperatorAnnouncement[]
  if (announced.length === 0) await poison(stack)
  await watch(page)
  for (const path of [
    '',
    'servers',
    'rentals',
    'rentals/regions',
    'prices/privileges',
    'announcements',
    'announcements/texts',
    'announcements/commands',
    'seasons',
    'audit',
    'settings/switches',
    'faq',
  ]) {
    await openConsole(page, stack, path)
    await page.waitForLoadState('networkidle')
    await expectHarmless(page)
  }
  await page.getByRole('button', { name: '添加问题' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: '回答' })
    .fill(`${evils('typed')}<iframe srcdoc="<script>hit()</script>">`)
  await expect(dialog.getByText(/constructor/).nth(1)).toBeVisible()
  await expectHarmless(page)
})
