import { openConsole } from '../support/console.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { expect, test } from '../support/test.ts'
import { addSampleFaqs, removeFaqs } from '../support/faqs.ts'

test.afterEach(({ stack }) => removeFaqs(stack))

/** The console in the language and theme that is looked at: signing in keeps nothing of them. */
const open = ({ page, stack }: VisualContext, path: string) => openConsole(page, stack, path)

const states: VisualStates = {
  'faq, one answer open': async (scene) => {
    const [first] = await addSampleFaqs(scene.stack)
    await scene.page.goto(`/faq#${first?.id}`)
    await expect(scene.page.getByRole('region').first()).toBeVisible()
  },
  'faq, searched': async ({ page, stack, text }) => {
    await addSampleFaqs(stack)
    await page.goto('/faq')
    await page.getByRole('textbox').fill('VIP')
    await expect(page.getByText(text('个匹配', 'match'))).toBeVisible()
  },
  'faq, none': async ({ page, text }) => {
    await page.goto('/faq')
    await expect(page.getByText(text('还没有常见问题', 'No questions yet'))).toBeVisible()
  },
  'console, questions': async (scene) => {
    await addSampleFaqs(scene.stack)
    await open(scene, 'faq')
    await expect(scene.page.getByRole('switch').first()).toBeVisible()
  },
  'console, a question': async (scene) => {
    await addSampleFaqs(scene.stack)
    await open(scene, 'faq')
    await scene.page
      .getByRole('button', { name: scene.text('编辑', 'Edit') })
      .first()
      .click()
    await expect(scene.page.getByRole('dialog')).toBeVisible()
  },
  'console, announcements': async (scene) => {
    const text = { zh: '周六 20:00 社区 5v5 之夜，欢迎参加。', en: 'Saturday 20:00: community 5v5 night.' }
    await scene.stack.callOperator('POST', '/api/operator/announcements', { text })
    await open(scene, 'announcements')
    await expect(scene.page.getByText(scene.text('玩家现在看到的', 'Shown now'))).toBeVisible()
  },
  'console, texts': async (scene) => {
    await open(scene, 'announcements/texts')
    await expect(scene.page.getByText(scene.text('维护横幅', 'Maintenance banner'))).toBeVisible()
  },
  'console, commands': async (scene) => {
    await open(scene, 'announcements/commands')
    await expect(scene.page.getByText('!setup')).toBeVisible()
  },
  'console, switches': async (scene) => {
    await open(scene, 'settings/switches')
    await expect(scene.page.getByRole('switch').first()).toBeVisible()
  },
  'maintenance banner': async ({ page, stack, text }) => {
    const maintenance = {
      zh: '今晚 23:00 到 24:00 维护，服务器会重启。',
      en: 'Maintenance tonight, 23:00 to 24:00.',
    }
    await stack.callOperator('PATCH', '/api/operator/portal', { maintenance })
    await page.goto('/servers')
    await expect(page.getByText(text(maintenance.zh, maintenance.en))).toBeVisible()
  },
}

defineVisualTests(states)
