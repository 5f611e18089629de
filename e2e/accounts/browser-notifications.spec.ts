import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { type PushService, startPushService } from '@clutch/emulators/channels/push-service.ts'
import { callApi, takePerson } from '../support/accounts.ts'
import { openSignedIn } from '../support/sessions.ts'
import { accountButton } from '../support/sign-in.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** Under which the page asks the test for a subscription: a headless browser has no push service of its own. */
const bridge = 'subscribeAtEmulator'

declare global {
  interface Window {
    [bridge]: (serverKey: string) => Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }>
  }
}

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/**
 * Lets the browser subscribe at the emulator, and say what it was permitted: the headless one has neither a push service nor
 * notifications, and calls them denied. The worker is its own.
 */
async function subscribeAt(page: Page, service: PushService): Promise<void> {
  await page.exposeFunction(bridge, (serverKey: string) => service.addBrowser(serverKey))
  await page.addInitScript(() => {
    const stored = 'emulatedSubscription'
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    const restore = () => {
      const found = localStorage.getItem(stored)
      if (found === null) return null
      const { endpoint, keys, serverKey } = JSON.parse(found) as Record<string, string> & { keys: object }
      return {
        endpoint,
        options: { applicationServerKey: toBytes(serverKey ?? '').buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: () => Promise.resolve(localStorage.removeItem(stored)).then(() => true),
      }
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(restore()),
      subscribe: async ({ applicationServerKey: serverKey }: { applicationServerKey: string }) => {
        const subscription = await window.subscribeAtEmulator(serverKey)
        localStorage.setItem(stored, JSON.stringify({ ...subscription, serverKey }))
        return restore()
      },
    })
  })
}

interface Shown {
  title: string
  body?: string
  tag?: string
  lang?: string
  renotify?: boolean
  data?: { id: string; page: string }
}

/** The worker of a page. Messages reach it from the browser; what it shows and opens is kept here, as the headless browser does neither. */
class PushedWorker {
  readonly #worker: Worker
  readonly deliver: (text: string) => Promise<unknown>

  private constructor(worker: Worker, deliver: PushedWorker['deliver']) {
    this.#worker = worker
    this.deliver = deliver
  }

  static async open(context: BrowserContext, page: Page): Promise<PushedWorker> {
    await page.evaluate(() => navigator.serviceWorker.ready)
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('the worker has not started')
    const cdp: CDPSession = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations
        if (one) resolve(one.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const registrationId = await registered
    const { origin } = new URL(page.url())
    await worker.evaluate(() => {
      const shown: object[] = []
      const opened: string[] = []
      const scope = globalThis as unknown as { clients: object; registration: object }
      Object.assign(globalThis, { shown, opened })
      Object.assign(scope.clients, { openWindow: (url: string) => void opened.push(url) })
      Object.assign(scope.registration, {
        showNotification: (title: string, options: object) => void shown.push({ title, ...options }),
        getNotifications: ({ tag }: { tag: string }) =>
          shown.filter((one) => (one as { tag?: string }).tag === tag),
      })
    })
    return new PushedWorker(worker, (data) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    )
  }

  shown(): Promise<Shown[]> {
    return this.#worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown)
  }

  /** Clicks the notification that was shown last; answers what the worker has opened. */
  click(): Promise<string[]> {
    return this.#worker.evaluate(async () => {
      const scope = globalThis as unknown as EventTarget & { shown: Shown[]; opened: string[] }
      const work: Promise<unknown>[] = []
      const event = Object.assign(new Event('notificationclick'), {
        notification: { close: () => undefined, data: scope.shown.at(-1)?.data },
        waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      })
      scope.dispatchEvent(event)
      await Promise.all(work)
      return scope.opened
    })
  }
}

const isOn = (page: Page) => page.getByText('通知已开启', { exact: true }).first()

test(
  'a player turns notifications on, tries them, chooses what they are of, and turns them off; signing out ends them',
  { tag: '@variant' },
  async ({ page, context, stack, operator }) => {
    await operator.change({ features: { settings: { enabled: true } } })
    const service = await startPushService()
    await subscribeAt(page, service)
    const person = takePerson()
    const token = await openSignedIn(page, stack, person, '/settings/notifications')
    const worker = await PushedWorker.open(context, page)

    await expect(page.getByText('还没有浏览器接收通知。')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '开启', exact: true }).click()
    await expect(isOn(page)).toBeVisible()
    await expect(page.getByText('尚未收到通知')).toBeVisible()

    // Through the portal, encrypted, to the emulator; decrypted there, through the browser to the worker.
    await page.getByRole('button', { name: '发送测试通知' }).click()
    await expect(page.getByText('测试通知已发送')).toBeVisible()
    const text = service.pushed[0]?.text ?? ''
    await worker.deliver(text)
    const notification = {
      title: '测试通知',
      body: '此浏览器可以收到通知',
      tag: service.pushed[0]?.topic,
      lang: 'zh-CN',
    }
    await expect.poll(() => worker.shown()).toMatchObject([{ ...notification, renotify: true }])
    // A message that comes twice alerts once.
    await worker.deliver(text)
    await expect
      .poll(() => worker.shown())
      .toMatchObject([{ renotify: true }, { ...notification, renotify: false }])
    await worker.deliver(text.replace('/settings/notifications', '/orders'))
    await expect.poll(async () => (await worker.shown()).length).toBe(3)
    expect(await worker.click()).toEqual([`${stack.url}/orders`])

    const kind = page.getByRole('switch', { name: 'VIP 即将到期' })
    await kind.click()
    await expect(kind).not.toBeChecked()
    await page.reload()
    await expect(kind).not.toBeChecked()
    await expect(isOn(page)).toBeVisible()

    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(page.getByText('通知未开启')).toBeVisible()
    await expect(page.getByText('还没有浏览器接收通知。')).toBeVisible()

    await page.getByRole('button', { name: '开启', exact: true }).click()
    await expect(isOn(page)).toBeVisible()
    const browsers = async (bearer: string) =>
      (
        (await (await callApi(stack, 'GET', '/api/account/push', { bearer })).json()) as {
          browsers: unknown[]
        }
      ).browsers
    expect(await browsers(token)).toHaveLength(1)
    await accountButton(page).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('emulatedSubscription'))).toBeNull()
    expect(service.refused).toEqual([])
    await service.stop()
  },
)
