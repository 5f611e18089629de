import { listFaqs } from '@clutch/contract/api/content/faqs.ts'
import * as operator from '@clutch/contract/api/content/operator-faqs.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { joinLanguages } from '../../../platform/http/calls/audit-subject.ts'
import * as faqs from './faqs.service.ts'

/** J1: the calls of questions and answers. */
export function registerFaqRoutes(context: AppContext, app: App): void {
  const { database } = context
  const load = ({ params }: { params: { id: string } }) => faqs.getFaq(database, params.id)
  const nameOf = ({ question }: operator.OperatorFaq) => joinLanguages(question)
  registerCall(app, listFaqs, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return faqs.listFaqs(database, query.language)
  })
  registerCall(app, operator.operatorListFaqs, () => faqs.listAllFaqs(database))
  registerCall(app, operator.operatorAddFaq, ({ body }) => faqs.addFaq(context, body), {
    created: (faq) => faq,
    nameOf,
  })
  registerCall(
    app,
    operator.operatorChangeFaq,
    ({ params, body }) => faqs.changeFaq(context, params.id, body),
    {
      load,
      nameOf,
    },
  )
  registerCall(
    app,
    operator.operatorRemoveFaq,
    async ({ params, query }) => {
      await faqs.removeFaq(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}
