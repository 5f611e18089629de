import * as z from 'zod/mini'
import { PortalError } from '@clutch/contract/errors.ts'

/** The options as a schema has them; throws `request.invalid`. */
export function readOptions<S extends z.ZodMiniType>(schema: S, options: unknown): z.output<S> {
  const read = z.safeParse(schema, options)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError(
    'request.invalid',
    `options: ${issue?.path.join('.') || 'not what this product takes'}`,
  )
}

/** Throws `product.not_sold` unless the product is the one sold under this type. */
export function assertProduct(productId: string, sold: string): void {
  if (productId !== sold) throw new PortalError('product.not_sold', 'This is not sold here')
}
