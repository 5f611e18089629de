import {
  operatorAnswerOrderQuestion,
  operatorListOrderQuestions,
} from '@clutch/contract/api/payments/operator-orders.ts'
import { askAboutOrder } from '@clutch/contract/api/payments/orders.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { answerQuestion, ask, listQuestions, questionAsSeen } from './questions.service.ts'
import { selectOwnOrder, readOrder } from '../orders/read-orders.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** The calls of questions about orders: a buyer’s, and the operator’s. */
export function registerQuestionRoutes(payments: PaymentsContext, app: App): void {
  const { context } = payments
  registerCall(app, askAboutOrder, async ({ params, body, signedIn }) => {
    const { id: order, number } = await selectOwnOrder(payments, signedIn, params.id)
    await ask(context, { order, number, text: body.text })
    return readOrder(payments, signedIn, params.id)
  })
  registerCall(app, operatorListOrderQuestions, ({ query }) => listQuestions(context, query.all))
  registerCall(
    app,
    operatorAnswerOrderQuestion,
    ({ params, body }) => answerQuestion(context, params.id, body.answer),
    {
      load: ({ params }) => questionAsSeen(context, params.id),
      nameOf: ({ order }) => order,
    },
  )
}
