import { durationNames } from '@clutch/contract/rules/payments/duration-names.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'

/** Describes the purchase for orders, receipts and providers' pages: nothing in it is user input. */
export function describeOrder(
  kind: 'new' | 'renew',
  duration: Duration,
  relocatable: boolean,
): { zh: string; en: string } {
  const term = { zh: durationNames.zh[duration], en: durationNames.en[duration] }
  const region = relocatable
    ? { zh: '可换地区', en: 'region can be switched' }
    : { zh: '固定地区', en: 'fixed region' }
  return kind === 'new'
    ? { zh: `练习服务器（${term.zh}，${region.zh}）`, en: `Practice server, ${term.en}, ${region.en}` }
    : {
        zh: `练习服务器续费（${term.zh}，${region.zh}）`,
        en: `Practice server renewal, ${term.en}, ${region.en}`,
      }
}
