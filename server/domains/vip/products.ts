import type { AppContext } from '../../platform/context.ts'
import type { Product } from '../payments/index.ts'
import { cardProduct } from './cards/card-product.ts'
import { planProduct } from './terms/plan-product.ts'

/** What VIP sells (F4): the membership itself, and gift cards for it. */
export function vipProducts(context: AppContext): Product[] {
  return [planProduct(context), cardProduct(context)]
}
