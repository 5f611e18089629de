import { takePerson } from '../support/accounts.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { openSignedIn } from '../support/sessions.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ inventory }) => inventory.setMode('ok'))
test.afterEach(({ stack }) => stack.inventory.setMode('ok'))

async function openInventory({ page, stack }: VisualContext): Promise<void> {
  const person = takePerson()
  await stack.callOperator('PUT', `/api/operator/memberships/${person.steamId}/vip`, {})
  await openSignedIn(page, stack, person, '/inventory')
}

const states: VisualStates = {
  'inventory signed out': async ({ page, text }) => {
    await page.goto('/inventory')
    await expect(page.getByText(text('登录后查看库存', 'Sign in to see your inventory'))).toBeVisible()
  },
  'inventory failed': async (scene) => {
    scene.stack.inventory.setMode('broken')
    await openInventory(scene)
    await expect(scene.page.getByRole('alert')).toContainText(
      scene.text('登录库存站点失败', 'Signing in to the inventory failed'),
    )
  },
  inventory: async (scene) => {
    scene.stack.inventory.setMode('ok')
    await openInventory(scene)
    const loading = scene.page.getByRole('status', { name: scene.text('加载中', 'Loading') })
    await expect(scene.page.frameLocator('main iframe').getByRole('searchbox')).toBeVisible()
    await expect(loading).toHaveCount(0)
  },
}

defineVisualTests(states, {}, { inventory: { note: { zh: '公测中', en: 'open beta' } } })
