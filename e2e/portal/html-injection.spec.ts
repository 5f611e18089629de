import type { OperatorAnnouncement } from '@clutch/contract/api/content/operator-announcements.ts'
import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import { openConsole } from '../support/console.ts'
import { type RentalPlayer, createRunningRental, rentalCard } from '../support/rentals.ts'
import { signInOnDevice } from '../support/sessions.ts'
import { writeStorage, storedSession } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expect, test } from '../support/test.ts'

/** A text that becomes an element if it is inserted as HTML; its name tells the field. */
const injection = (field: string) => `${field}"><img src=x onerror=hit()>`
/** The same with every other way we know, for fields that hold more. */
const longInjection = (field: string) =>
  [
    injection(field),
    '<script>hit()</script>',
    '</title><svg/onload=hit()>',
    "';hit();//",
    '${hit()}',
    '{{constructor.constructor("hit()")()}}',
    'javascript:hit()',
    '&lt;img src=x onerror=hit()&gt;',
  ].join(' ')
const bilingual = (text: string) => ({ zh: text, en: text })

/** Fills every text of the console that players see. */
async function injectEverywhere(stack: Stack): Promise<{ faq: string; server: string; region: string }> {
  const { callOperator } = stack
  const portal = {
    name: injection('name'),
    rules: bilingual(longInjection('rules')),
    filing: { text: longInjection('filing').slice(0, 60), url: 'https://beian.example/' },
    maintenance: bilingual(longInjection('banner')),
    inventory: { note: bilingual(injection('note')) },
    practice: {
      lead: bilingual(longInjection('lead').slice(0, 80)),
      bullets: [bilingual(longInjection('bullet').slice(0, 120))],
      notices: [bilingual(longInjection('notice').slice(0, 200))],
    },
    features: { settings: { enabled: true } },
  }
  await callOperator('PATCH', '/api/operator/portal', portal)
  await callOperator('POST', '/api/operator/announcements', { text: bilingual(longInjection('strip')) })
  const faq = (await callOperator('POST', '/api/operator/faqs', {
    question: bilingual(longInjection('question').slice(0, 200)),
    answer: bilingual(
      `<p>answer ${longInjection('inside')}</p><a href="javascript:hit()" onclick="hit()">link</a>`,
    ),
  })) as OperatorFaq
  await callOperator('POST', '/api/operator/commands', {
    command: injection('cmd'),
    description: bilingual(longInjection('described').slice(0, 200)),
    brief: bilingual(injection('brief')),
    isFrequent: true,
    type: 'Match',
    position: 0,
  })
  await callOperator('POST', '/api/operator/privileges', {
    order: 0,
    content: bilingual(longInjection('privilege').slice(0, 80)),
    detail: bilingual(longInjection('detail').slice(0, 400)),
    flags: { vip: 1 },
  })
  await callOperator('POST', '/api/operator/seasons', { name: bilingual(injection('season')) })
  const region = 'ap-shanghai'
  await callOperator('PATCH', `/api/operator/regions/${region}`, {
    name: bilingual(injection('region')),
    recommended: true,
  })
  const [first] = (await callOperator('GET', '/api/operator/servers')) as RegisteredServer[]
  await callOperator('PATCH', `/api/operator/servers/${first?.id}`, {
    name_display: longInjection('server').slice(0, 120),
    region: injection('place'),
    tickrate: injection('tick'),
    rules: bilingual(longInjection('own rules')),
    ontop: 1_000,
  })
  return { faq: faq.id, server: first?.id ?? '', region }
}

/** What none of the texts has done: run, been refused by the policy, or become an element. */
async function expectHarmless(page: Page): Promise<void> {
  const made =
    'img[src="x"], [onerror], [onload], [onclick], svg[onload], script:not([src], #theme, #first-view), [href^="javascript:"]'
  await expect(page.locator(made)).toHaveCount(0)
  expect(await page.evaluate(() => [Reflect.get(window, 'wasHit'), Reflect.get(window, 'violated')])).toEqual(
    [0, 0],
  )
}

/** Counts what runs or is refused in every page of a browser; a dialog fails the test. */
async function watchForInjection(page: Page): Promise<void> {
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
const playerPages = (ids: { faq: string; server: string }): [path: string, fields: string[]][] => [
  ['/servers', ['name', 'strip', 'banner', 'filing', 'server']],
  [`/servers/details/${ids.server}`, ['server']],
  [`/servers/rules/${ids.server}`, ['own rules']],
  ['/vip', ['privilege', 'strip']],
  ['/leaderboard', ['season']],
  ['/pracc', ['lead', 'bullet']],
  [`/faq#${ids.faq}`, ['question']],
  ['/settings', ['name', 'banner']],
]

test(
  'J1 J2 A10 texts of the console that look like HTML stay texts on every page of players',
  { tag: '@variant' },
  async ({ page, stack }) => {
    test.setTimeout(180_000)
    const person = takePerson()
    const session = await signInOnDevice(stack, person)
    const player: RentalPlayer = { person, token: session.token, session }
    const rental = await createRunningRental(stack, player)
    const ids = await injectEverywhere(stack)
    await stack.callOperator('PUT', `/api/operator/rentals/${rental.instance_id}/maintenance`, {
      text: bilingual(longInjection('rental').slice(0, 200)),
    })
    await watchForInjection(page)
    await writeStorage(page, storedSession(session))
    for (const [path, fields] of playerPages(ids)) {
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
    await expect(rentalCard(page, rental).getByText('rental"><img src=x')).toBeVisible()
    await page.getByRole('button', { name: '使用须知' }).click()
    await expect(page.getByRole('dialog').getByText('notice"><img src=x')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '新建服务器' }).click()
    await expect(page.getByRole('dialog').getByText('region"><img src=x').first()).toBeVisible()
    await expectHarmless(page)
  },
)

test(
  'J1 J2 A10 the same texts stay texts in the console itself, and in the preview of an answer while it is typed',
  { tag: '@variant' },
  async ({ page, stack }) => {
    test.setTimeout(120_000)
    const announced = (await stack.callOperator(
      'GET',
      '/api/operator/announcements',
    )) as OperatorAnnouncement[]
    if (announced.length === 0) await injectEverywhere(stack)
    await watchForInjection(page)
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
      .fill(`${longInjection('typed')}<iframe srcdoc="<script>hit()</script>">`)
    await expect(dialog.getByText(/constructor/).nth(1)).toBeVisible()
    await expectHarmless(page)
  },
)
