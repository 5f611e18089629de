import { somebody } from './accounts.ts'
import { type Scene, type Scenes, lookAt } from './look.ts'
import { openAs } from './session.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ inventory }) => inventory.setMode('ok'))
test.afterEach(({ stack }) => stack.inventory.setMode('ok'))

async function enter({ page, stack }: Scene): Promise<void> {
  const person = somebody()
  await stack.operate('PUT', `/api/operator/memberships/${person.steamId}/vip`, {})
  await openAs(page, stack, person, '/inventory')
}

const scenes: Scenes = {
  'inventory signed out': async ({ page, say }) => {
    await page.goto('/inventory')
    await expect(page.getByText(say('登录后查看库存', 'Sign in to see your inventory'))).toBeVisible()
  },
  'inventory failed': async (scene) => {
    scene.stack.inventory.setMode('broken')
    await enter(scene)
    await expect(scene.page.getByRole('alert')).toContainText(
      scene.say('登录库存站点失败', 'Signing in to the inventory failed'),
    )
  },
  inventory: async (scene) => {
    scene.stack.inventory.setMode('ok')
    await enter(scene)
    const loading = scene.page.getByRole('status', { name: scene.say('加载中', 'Loading') })
    await expect(scene.page.frameLocator('main iframe').getByRole('searchbox')).toBeVisible()
    await expect(loading).toHaveCount(0)
  },
}

lookAt(scenes, {}, { inventory: { note: { zh: '公测中', en: 'open beta' } } })
