import type { AppContext } from '../../../platform/context.ts'
import type { Provider } from './provider.ts'

/**
 * H3: opens the configured providers. The caller stops each at the end. Their libraries are loaded only then:
 * Alipay's alone takes 54 MB, which a portal without it does not use.
 */
export async function openProviders({
  config,
  clock,
  log,
}: Pick<AppContext, 'config' | 'clock' | 'log'>): Promise<readonly Provider[]> {
  const now = () => clock.now()
  const paypal = {
    now,
    onRefused: (no: string, code: string) =>
      log.warn({ attempt: no, code }, 'PayPal refused to capture a payment permanently, it is closed'),
  }
  const opened = await Promise.all([
    config.wechatAppId !== undefined &&
      import('./wechat/wechat.ts').then((m) => m.wechatProvider(config, { now })),
    config.alipayAppId !== undefined &&
      import('./alipay/alipay.ts').then((m) => m.alipayProvider(config, { now })),
    config.paypalClientId !== undefined &&
      import('./paypal/paypal.ts').then((m) => m.paypalProvider(config, paypal)),
  ])
  return opened.filter((provider) => provider !== false && provider !== null)
}
