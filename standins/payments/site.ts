import { type Control, control, readFaults, readProvider } from './control.ts'
import type { Desk } from './desk.ts'
import { Impossible } from './impossible.ts'
import { type Answer, type Call, type OpenHttp, json, openHttp, plain, redirect } from './http.ts'
import { buyerPage, faultsPage, listPage, refusalPage } from './page.ts'
import type { Trade } from './trade.ts'

/**
 * The page where payments are made by hand: `GET /`, `/faults?provider=`, `/trades.json`, PayPal's `/paypal/checkoutnow`,
 * and `POST /pay`, `/cancel`, `/reverse` (form or JSON), `/faults` (form) and `/control` (JSON). On 127.0.0.1 only.
 */
export async function openSite(port: number, desk: Desk): Promise<OpenHttp> {
  return openHttp({
    port,
    handle: async (call) => {
      try {
        return await answer(call, desk)
      } catch (error) {
        if (!(error instanceof Impossible)) throw error
        return isJson(call) ? json({ error: error.message }, 400) : refusalPage(error.message, 400)
      }
    },
  })
}

async function answer(call: Call, desk: Desk): Promise<Answer> {
  const { method, path } = call
  if (method === 'POST') return act(call, desk)
  if (method !== 'GET') return plain('GET or POST', 405)
  if (path === '/') return listPage(desk.ledger.trades)
  if (path === '/trades.json') return json(desk.ledger.trades)
  if (path === '/faults') {
    const provider = readProvider(call.query.get('provider'))
    return faultsPage(provider, desk.faults(provider))
  }
  if (path === '/paypal/checkoutnow') {
    const trade = desk.ledger.findOrder(call.query.get('token') ?? '')
    if (trade) return buyerPage(trade)
  }
  return refusalPage('there is nothing here', 404)
}

async function act(call: Call, desk: Desk): Promise<Answer> {
  const { path } = call
  const asked = readBody(call)
  if (path === '/control') {
    if (!isJson(call)) throw new Impossible('the body must be application/json')
    return json(await control(desk, asked))
  }
  const provider = readProvider(asked['provider'])
  if (path === '/faults') {
    await control(desk, { ...readForm(asked), provider })
    return redirect(`/faults?provider=${provider}`)
  }
  const no = String(asked['no'])
  if (path === '/pay') await desk.pay(provider, no)
  else if (path === '/cancel') await desk.cancel(provider, no)
  else if (path === '/reverse') await desk.reverse(provider, no)
  else throw new Impossible('there is nothing here')
  const trade = desk.trade(provider, no)
  if (isJson(call)) return json(trade)
  return redirect(asked['as'] === 'buyer' ? wayBack(trade) : '/')
}

/** Where PayPal sends a buyer to who has approved or given up. */
function wayBack({ returnUrl, order, state }: Trade): string {
  const url = new URL(returnUrl)
  if (order !== null) url.searchParams.set('token', order)
  if (state !== 'closed') url.searchParams.set('PayerID', 'STANDINPAYER1')
  return url.href
}

/** The form of the faults as `control` takes it. */
function readForm(form: Control): Control {
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
function readBody(call: Call): Control {
  if (isJson(call)) return readJson(call.body.toString('utf8'))
  const from = call.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new Impossible('only from the page itself')
  return Object.fromEntries(new URLSearchParams(call.body.toString('utf8')))
}

function readJson(text: string): Control {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read as Control
  } catch {
    // Told below, as what is JSON and no object is.
  }
  throw new Impossible('the body must be a JSON object')
}

function isJson({ headers }: Call): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '')
}
