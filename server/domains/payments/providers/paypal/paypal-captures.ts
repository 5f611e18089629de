import { PaymentsController } from '@paypal/paypal-server-sdk'
import type { SendRequest } from './paypal-calls.ts'
import { ProviderRefused } from '../provider.ts'

/**
 * Our number of the attempt that PayPal’s capture brought the money of; null where PayPal shows us no such capture, or it is
 * one of the merchant’s other business. Throws ProviderUnavailable.
 */
export async function attemptOfCapture(line: SendRequest, captureId: string): Promise<string | null> {
  try {
    const captured = await line((client, options) =>
      new PaymentsController(client).getCapturedPayment({ captureId }, options),
    )
    const { customId = '' } = captured
    return /^[0-9A-Za-z]{8,32}$/.test(customId) ? customId : null
  } catch (error) {
    if (error instanceof ProviderRefused) return null
    throw error
  }
}
