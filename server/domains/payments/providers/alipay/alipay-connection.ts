import { Agent, DecoratorHandler, type Dispatcher } from 'undici'

/** How far an answer's time may differ from ours: an older signature may be a replay. */
const freshMs = 300_000
const answerMaxBytes = 1024 * 1024

/**
 * The connections to Alipay. The SDK looks neither at how old an answer is, nor at its length, and follows redirects; all
 * three are refused here, so that its call fails.
 */
export function openAlipayConnection(timeoutMs: number): Agent {
  return new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: answerMaxBytes })
}

/** The line as the SDK uses it: an answer that was signed at another time by the portal's clock fails. */
export function rejectStaleAnswers(line: Agent, now: () => Date): Dispatcher {
  return line.compose((dispatch) => (options, handler) => dispatch(options, refuseOld(handler, now)))
}

function refuseOld(handler: Dispatcher.DispatchHandler, now: () => Date): Dispatcher.DispatchHandler {
  // It speaks both of the library's forms of handlers, whichever the SDK's is of.
  const inner: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  return {
    onRequestStart: (controller, context) => inner.onRequestStart?.(controller, context),
    onRequestUpgrade: (...all) => inner.onRequestUpgrade?.(...all),
    onResponseStart: (controller, status, headers, message) => {
      const at = Number(headers['alipay-timestamp'])
      const isFresh = Math.abs(now().getTime() - at) <= freshMs
      if (status >= 400 || (status < 300 && isFresh))
        inner.onResponseStart?.(controller, status, headers, message)
      else controller.abort(new Error('alipay: not a fresh answer'))
    },
    onResponseData: (controller, chunk) => inner.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => inner.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => inner.onResponseError?.(controller, error),
  }
}
