import { webAddressSchema } from '@clutch/contract/api/shared/web-address.ts'

/** Whether a page may link to it, spaces around it aside. */
export function isWebAddress(text: string): boolean {
  return webAddressSchema.safeParse(text.trim()).success
}
