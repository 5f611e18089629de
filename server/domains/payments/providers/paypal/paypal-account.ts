import type { Config } from '../../../../platform/config/config.ts'

type Name =
  | 'paypalEnvironment'
  | 'paypalClientId'
  | 'paypalClientSecret'
  | 'paypalWebhookId'
  | 'paypalConnect'
  | 'paypalCa'

/** The settings that PayPal is used with. */
export type PaypalSettings = { readonly [N in Name]?: Config[N] | undefined }

/** The merchant at PayPal, and how it is reached. */
export interface PaypalAccount {
  environment: 'live' | 'sandbox'
  clientId: string
  clientSecret: string
  webhookId: string
  /** `host:port` of the emulator of PayPal’s hosts; PayPal itself if unset. */
  connectTo: string | undefined
  /** The certificates (PEM) that it is trusted by. */
  ca: readonly string[]
}

/** The account, or null where PayPal is not set up. */
export function readAccount(settings: PaypalSettings): PaypalAccount | null {
  const { paypalEnvironment, paypalClientId, paypalClientSecret, paypalWebhookId } = settings
  if (!paypalEnvironment || !paypalClientId || !paypalClientSecret || !paypalWebhookId) return null
  return {
    environment: paypalEnvironment,
    clientId: paypalClientId,
    clientSecret: paypalClientSecret,
    webhookId: paypalWebhookId,
    connectTo: settings.paypalConnect,
    ca: settings.paypalCa ?? [],
  }
}

/** PayPal’s hosts of an environment: the one that is called first; certificates may lie at either. */
export function hostsOf({ environment }: PaypalAccount): readonly [string, string] {
  return environment === 'live'
    ? ['api-m.paypal.com', 'api.paypal.com']
    : ['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com']
}
