import type { House } from '../house.ts'
import type { App } from '../http/app.ts'
import { fillCommands } from './commands.ts'
import { answerFaqs } from './faqs-routes.ts'
import { PortalHolder } from './portal.ts'
import { answerPractice } from './practice-routes.ts'
import { answerContent } from './routes.ts'

export { PortalHolder } from './portal.ts'
export { readSettings } from './read.ts'

/** The content domain on the web side: its calls, and the settings other domains ask. It ends with the app. */
export async function registerContent(house: House, app: App): Promise<PortalHolder> {
  const holder = await PortalHolder.open(house)
  app.addHook('onClose', async () => holder.close())
  // F4: the operator's own purchase page.
  app.frames.push(() => holder.settings.vip.subscribeUrl)
  answerContent(house, app, holder)
  answerFaqs(house, app)
  await fillCommands(house)
  answerPractice(house, app, holder)
  return holder
}
