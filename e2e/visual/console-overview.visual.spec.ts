import { openConsole } from '../support/console.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import type { Stack } from '../support/stack.ts'
import { expect } from '../support/test.ts'

const open = ({ page, stack }: VisualContext, path = '') => openConsole(page, stack, path)

/** Some cards of a batch, one of them void. */
async function createCards(stack: Stack): Promise<void> {
  await stack.callOperator('POST', '/api/operator/gift-cards', { count: 4, duration: '3m', batch: '春季杯' })
  const { rows } = (await stack.callOperator('GET', '/api/operator/gift-cards?state=unused')) as {
    rows: { id: string }[]
  }
  await stack.callOperator('POST', `/api/operator/gift-cards/${rows[0]?.id}/void`)
}

const states: VisualStates = {
  'console overview': async (scene) => {
    await open(scene)
    await expect(scene.page.getByRole('table').last()).toBeVisible()
  },
  'console jobs': async (scene) => {
    await open(scene, 'jobs')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console search': async (scene) => {
    const { page, text } = scene
    await open(scene)
    await page
      .getByRole('button', { name: text('搜索服务器、用户、订单', 'Search servers, users, orders') })
      .click()
    await page.getByRole('combobox').fill('#1')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'console configuration': async (scene) => {
    await open(scene, 'settings')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console cards': async (scene) => {
    await createCards(scene.stack)
    await open(scene, 'prices/cards')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console privileges': async (scene) => {
    await open(scene, 'prices/privileges')
    await expect(scene.page.getByRole('table').first()).toBeVisible()
  },
}

defineVisualTests(states)
