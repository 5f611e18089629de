import { webAddress } from '@clutch/contract/api/web-address.ts'

/** Whether a page may link to it, spaces around it aside. */
export function isAddress(text: string): boolean {
  return webAddress.safeParse(text.trim()).success
}
