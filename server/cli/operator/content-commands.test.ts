import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerContent } from '../../domains/content/index.ts'
import type { App } from '../../platform/http/app.ts'
import { registerInventory } from '../../domains/inventory/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { createTestApp } from '../../testing/http.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerInventory(context, app, await registerContent(context, app))
  shell = await openCommandLine(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)
const read = <T>({ out }: { out: string }) => JSON.parse(out) as T

test('J1 questions are added from a file, listed, changed and removed; the second of two operators gets a conflict', async () => {
  const files = { 'answer.html': '<p>On the page of <b>VIP</b></p><script>x</script>' }
  const line = `faq add --question-en 'How do I pay?' --answer-en-file answer.html --json`
  const { id, answer } = read<{ id: string; answer: { en: string } }>(await operator(line, files))
  expect(answer.en).toBe('<p>On the page of <strong>VIP</strong></p>')
  expect((await operator('faq list')).out).toContain('How do I pay?')
  const changed = await operator(`faq change ${id} --published false --revision 1 --json`)
  expect(read(changed)).toMatchObject({ published: false, revision: 2 })
  expect((await operator(`faq change ${id} --position 5 --revision 1`)).err).toMatch(/edit\.conflict/)
  expect((await operator(`faq remove ${id} --revision 1`)).err).toMatch(/edit\.conflict/)
  expect((await operator(`faq remove ${id} --revision 2`)).code).toBe(0)
  expect((await operator(`faq remove ${id}`)).err).toMatch(/faq\.not_found/)
  expect((await operator('faq add --question-en x')).err).toMatch(/request\.invalid/)
})

test('B2 the text of an announcement is changed', async () => {
  const { id } = read<{ id: string }>(await operator(`announcement add --text-zh '今晚 8 点' --json`))
  const line = `announcement change ${id} --text-zh '今晚 9 点' --position 3 --json`
  expect(read(await operator(line))).toMatchObject({ text: { zh: '今晚 9 点' }, position: 3 })
})

test('B5 J3 the banner of maintenance and the inventory’s note and groups are set by their paths', async () => {
  await operator(`portal set --maintenance-zh '维护' --maintenance-en 'Maintenance'`)
  const line = `portal set --inventory-note-zh '试运行' --inventory-groups vip,op --json`
  expect(read(await operator(line))).toMatchObject({
    maintenance: { zh: '维护', en: 'Maintenance' },
    inventory: { note: { zh: '试运行', en: '' }, groups: ['vip', 'op'] },
  })
  expect(read(await operator('portal set --maintenance null --json'))).toMatchObject({ maintenance: null })
})

test('J3 the sign-in at the inventory site is tested for a player, where there is a site', async () => {
  expect((await operator('inventory test --steam-id 76561198000000001')).err).toMatch(/inventory\.off/)
  expect((await operator('inventory test --steam-id x')).err).toMatch(/steam/i)
})
