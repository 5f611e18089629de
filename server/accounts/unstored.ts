import type { FastifyReply } from 'fastify'
import type { Call, Reply } from '@clutch/contract/api/call.ts'
import { answer } from '../http/answer.ts'
import type { Asked } from '../http/answer.ts'
import type { App } from '../http/app.ts'

/** `answer` for what is told to one person: no cache keeps it (errors are never kept anyway). */
export function answerUnstored<C extends Call>(
  app: App,
  call: C,
  decide: (asked: Asked<C>) => Reply<C> | FastifyReply | Promise<Reply<C> | FastifyReply>,
): void {
  answer(app, call, (asked) => {
    asked.reply.header('cache-control', 'no-store')
    return decide(asked)
  })
}
