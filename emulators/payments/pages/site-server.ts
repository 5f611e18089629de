import { type ControlRequest, runControlRequest, readFaults, readProvider } from '../control.ts'
import type { PaymentOperations } from '../payment-operations.types.ts'
import { TradeError } from '../trades/trade-error.ts'
import { type HttpResponse, jsonResponse, textResponse } from '../../http-response.ts'
import { type HttpRequest, type HttpServer, startHttpServer, redirectResponse } from '../http-server.ts'
import { buyerPage, faultsPage, tradesPage, errorPage } from './pages.ts'
import type { Trade } from '../trades/trade.ts'

/**
 * The page where payments are made by hand: `GET /`, `/faults?provider=`, `/trades.json`, PayPal's `/paypal/checkoutnow`,
 * and `POST /pay`, `/cancel`, `/reverse` (form or JSON), `/faults` (form) and `/control` (JSON). On 127.0.0.1 only.
 */
export async function startSite(port: number, desk: PaymentOperations): Promise<HttpServer> {
  return startHttpServer({
    port,
    handle: async (call) => {
      try {
        return await handleRequest(call, desk)
      } catch (error) {
        if (!(error instanceof TradeError)) throw error
        return hasJsonBody(call) ? jsonResponse({ error: error.message }, 400) : errorPage(error.message, 400)
      }
    },
  })
}

async function handleRequest(call: HttpRequest, desk: PaymentOperations): Promise<HttpResponse> {
  const { method, path } = call
  if (method === 'POST') return handleAction(call, desk)
  if (method !== 'GET') return textResponse('GET or POST', 405)
  if (path === '/') return tradesPage(desk.ledger.trades)
  if (path === '/trades.json') return jsonResponse(desk.ledger.trades)
  if (path === '/faults') {
    const provider = readProvider(call.query.get('provider'))
    return faultsPage(provider, desk.faults(provider))
  }
  if (path === '/paypal/checkoutnow') {
    const trade = desk.ledger.findByOrder(call.query.get('token') ?? '')
    if (trade) return buyerPage(trade)
  }
  return errorPage('there is nothing here', 404)
}

async function handleAction(call: HttpRequest, desk: PaymentOperations): Promise<HttpResponse> {
  const { path } = call
  const asked = readBody(call)
  if (path === '/control') {
    if (!hasJsonBody(call)) throw new TradeError('the body must be application/json')
    return jsonResponse(await runControlRequest(desk, asked))
  }
  const provider = readProvider(asked['provider'])
  if (path === '/faults') {
    await runControlRequest(desk, { ...formToControl(asked), provider })
    return redirectResponse(`/faults?provider=${provider}`)
  }
  const no = String(asked['no'])
  if (path === '/pay') await desk.pay(provider, no)
  else if (path === '/cancel') await desk.cancel(provider, no)
  else if (path === '/reverse') await desk.reverse(provider, no)
  else throw new TradeError('there is nothing here')
  const trade = desk.trade(provider, no)
  if (hasJsonBody(call)) return jsonResponse(trade)
  return redirectResponse(asked['as'] === 'buyer' ? paypalReturnUrl(trade) : '/')
}

/** Where PayPal sends a buyer to who has approved or given up. */
function paypalReturnUrl({ returnUrl, order, state }: Trade): string {
  const url = new URL(returnUrl)
  if (order !== null) url.searchParams.set('token', order)
  if (state !== 'closed') url.searchParams.set('PayerID', 'STANDINPAYER1')
  return url.href
}

/** The form of the faults as `control` takes it. */
function formToControl(form: ControlRequest): ControlRequest {
  const { do: what, answer: answers, hang, notify, bill, capture } = form
  if (what === 'rotate' || what === 'forget') return { [what]: true }
  const [delayMs, status, notifyDelayMs] = [form['delayMs'], form['status'], form['notifyDelayMs']].map(
    Number,
  )
  const reorder = form['reorder'] === 'on'
  const common = { answer: answers, hang, notify, bill, delayMs, status, notifyDelayMs, reorder }
  return { faults: readFaults({ ...common, ...(capture !== undefined && { capture }) }) }
}

/** A form that another site sends is refused; JSON a browser does not send to here at all without asking. */
function readBody(call: HttpRequest): ControlRequest {
  if (hasJsonBody(call)) return readJson(call.body.toString('utf8'))
  const from = call.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new TradeError('only from the page itself')
  return Object.fromEntries(new URLSearchParams(call.body.toString('utf8')))
}

function readJson(text: string): ControlRequest {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read as ControlRequest
  } catch {
    // Handled below, like JSON that is not an object.
  }
  throw new TradeError('the body must be a JSON object')
}

function hasJsonBody({ headers }: HttpRequest): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '')
}
