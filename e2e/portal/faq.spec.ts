import type { Faq } from '@clutch/contract/api/content/faqs.ts'
import { expect, expectAccessible, openWithPreferences } from '../support/test.ts'
import { test } from '../support/faqs.ts'

test(
  'J1 a visitor without a session opens answers by keyboard, and each shows its date',
  { tag: '@variant' },
  async ({ page, faqs }) => {
    await page.goto('/servers')
    await page.getByRole('link', { name: '常见问题' }).click()
    const questions = page.getByRole('heading', { level: 2 }).getByRole('button')
    await expect(questions).toHaveText(faqs.map(({ question }) => question.zh))
    await questions.first().focus()
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: '怎么加入服务器？' })
    await expect(answer.getByRole('listitem')).toHaveCount(3)
    await expect(answer.getByText(/^更新于 \d{4}年/)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(questions.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(questions.last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(answer).toBeHidden()
    await expectAccessible(page)
  },
)

test(
  'J1 a search looks through questions and answers, tells how many it found, and is reset',
  { tag: '@variant' },
  async ({ page, faqs }) => {
    await page.goto('/faq')
    await page.getByRole('textbox', { name: '搜索问题和回答' }).fill('支付宝')
    const questions = page.getByRole('heading', { level: 2 })
    await expect(questions).toHaveText(['VIP 怎么购买，多久生效？'])
    await expect(page.getByText(`${faqs.length} 个问题中有 1 个匹配`)).toBeVisible()
    await page.getByRole('textbox').fill('火星')
    await expect(page.getByText('没有匹配的问题')).toBeVisible()
    await page.getByRole('button', { name: '重置' }).click()
    await expect(questions).toHaveCount(faqs.length)
  },
)

test(
  'J1 a link to one answer opens it, brings it into sight and focuses it',
  { tag: '@variant' },
  async ({ page, context, faqs }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const last = faqs.at(-1)
    await page.setViewportSize({ width: 390, height: 420 })
    await page.goto(`/faq#${last?.id}`)
    const question = page.getByRole('button', { name: last?.question.zh ?? '' })
    await expect(question).toBeFocused()
    await expect(question).toHaveAttribute('aria-expanded', 'true')
    await expect(question).toBeInViewport()
    const answer = page.getByRole('region', { name: last?.question.zh ?? '' })
    await answer.getByRole('button', { name: '复制链接' }).click()
    await expect(answer.getByRole('button', { name: '已复制' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  },
)

test(
  'J1 in English there are the English answers; without any it says so',
  { tag: '@variant' },
  async ({ page, stack, faqs }) => {
    await openWithPreferences(page, 'en')
    await page.goto('/faq')
    await expect(page.getByRole('button', { name: 'How do I join a server?' })).toBeVisible()
    for (const { id } of faqs)
      await stack.callOperator('PATCH', `/api/operator/faqs/${id}`, { published: false })
    await page.reload()
    await expect(page.getByText('No questions yet')).toBeVisible()
  },
)

test(
  'J1 a portal that does not answer is asked again on a press',
  { tag: '@variant' },
  async ({ page, faqs }) => {
    const faqCall = '**/api/faqs*'
    await page.route(faqCall, (route) => route.abort())
    await page.goto('/faq')
    await expect(page.getByRole('alert')).toContainText('常见问题加载失败')
    await page.unroute(faqCall)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(faqs.length)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test('J1 an answer is sanitised on show, whatever the portal answers', async ({ page }) => {
  const evil = [
    '<p onclick="window.hit=1" style="position:fixed" class="x" id="content">kept</p>',
    '<script>window.hit=1</script><img src=x onerror="window.hit=1"><svg onload="window.hit=1"></svg>',
    '<iframe src="https://elsewhere.example"></iframe><form action="/x"><input name="y"></form>',
    '<a href="javascript:window.hit=1">bad</a> <a href="https://good.example" target="_self">good</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.hit=1"></style></mglyph></table></mtext></math>',
  ].join('')
  const faq: Faq = {
    id: '01890000-0000-7000-8000-000000000000',
    question: '<b>q</b>',
    answer: evil,
    updatedAt: 0,
  }
  await page.route('**/api/faqs*', (route) => route.fulfill({ json: [faq] }))
  await page.goto('/faq')
  const question = page.getByRole('button', { name: '<b>q</b>' })
  await question.click()
  const answer = page.getByRole('region', { name: '<b>q</b>' })
  await expect(answer.getByText('kept')).toBeVisible()
  await expect(
    answer.locator('script, img, svg:not(button svg), iframe, form, input, style, math'),
  ).toHaveCount(0)
  await expect(answer.locator('[onclick], [style], [id="content"], p[class]')).toHaveCount(0)
  await expect(answer.getByText('bad')).not.toHaveAttribute('href')
  const good = answer.getByRole('link', { name: 'good' })
  await expect(good).toHaveAttribute('target', '_blank')
  await expect(good).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
})
