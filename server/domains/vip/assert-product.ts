import { PortalError } from '@clutch/contract/errors.ts'

/** Throws `product.not_sold` unless the product is the one sold under this type. */
export function assertProduct(productId: string, sold: string): void {
  if (productId !== sold) throw new PortalError('product.not_sold', 'This is not sold here')
}
