import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultChoices, faultLimits, isFaultOf } from '../faults/fault-choices.ts'
import type { PaymentFaults } from '../faults/faults.ts'
import type { HttpResponse } from '../../http-response.ts'
import { type ProviderName, type Trade, providers } from '../trades/trade.ts'
import { escapeHtml, bilingual } from '../../page-text.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
const styleHash = createHash('sha256').update(style).digest('base64')
const refreshSeconds = 5

const providerLabels: Record<ProviderName, string> = {
  alipay: bilingual('支付宝', 'Alipay'),
  wechat: bilingual('微信支付', 'WeChat Pay'),
  paypal: 'PayPal',
}
const stateLabels: Record<Trade['state'], string> = {
  waiting: bilingual('待支付', 'Waiting'),
  approved: bilingual('已同意', 'Approved'),
  paid: bilingual('已支付', 'Paid'),
  closed: bilingual('已关闭', 'Closed'),
}
const faultLabels: Record<keyof PaymentFaults, string> = {
  answer: bilingual('应答', 'Answers'),
  hang: bilingual('不应答', 'No answer'),
  notify: bilingual('通知', 'Notifies'),
  bill: bilingual('对账单', 'Bill'),
  capture: bilingual('扣款', 'Captures'),
  refunds: bilingual('退款', 'Refunds'),
  delayMs: bilingual('应答延迟（毫秒）', 'Answers late (ms)'),
  status: bilingual('应答状态码（0 为正常）', 'Status of answers (0 is none)'),
  notifyDelayMs: bilingual('通知延迟（毫秒）', 'Notifies late (ms)'),
  reorder: bilingual('倒序发送等待中的通知', 'Waiting notifies in the opposite order'),
}

/** Every payment, the newest first; it loads itself again without script. */
export function tradesPage(trades: readonly Trade[]): HttpResponse {
  const links = providers.map((name) => `<a href="/faults?provider=${name}">${providerLabels[name]}</a>`)
  const list =
    trades.length === 0
      ? `<p>${bilingual('还没有付款', 'No payment yet')}</p>`
      : trades.map(tradeCard).join('')
  return htmlPage({
    title: '付款 · Payments',
    head: `<meta http-equiv="refresh" content="${refreshSeconds}">`,
    body: `${list}<nav><h2>${bilingual('出错方式', 'Faults')}</h2>${links.join(' ')}</nav>`,
  })
}

/** What a buyer sees at a provider: what it costs, and whether to pay. The forms go to `/pay` and `/cancel` of who shows it. */
export function buyerPage(trade: Trade): HttpResponse {
  const { provider, subject, returnUrl } = trade
  const body = `<article><p><span>${providerLabels[provider]}</span></p><h2>${escapeHtml(subject)}</h2>${tradeFacts(trade)}${tradeButtons(trade, 'buyer')}</article>
<p><a href="${escapeHtml(returnUrl)}">${bilingual('返回商家', 'Back to the merchant')}</a></p>`
  return htmlPage({ title: '付款 · Pay', body, goesTo: new URL(returnUrl).origin })
}

/** How a provider misbehaves, to be changed. */
export function faultsPage(provider: ProviderName, faults: PaymentFaults): HttpResponse {
  const offered = Object.entries(faultChoices).filter(([name]) =>
    isFaultOf(provider, name as keyof PaymentFaults),
  )
  const choices = offered.map(([name, values]) => {
    const chosen = faults[name as keyof typeof faultChoices]
    const list = values.map((one) => `<option${one === chosen ? ' selected' : ''}>${one}</option>`)
    return faultField(name as keyof PaymentFaults, `<select name="${name}">${list.join('')}</select>`)
  })
  const numbers = Object.entries(faultLimits).map(([name, most]) => {
    const value = faults[name as keyof typeof faultLimits]
    return faultField(
      name as keyof PaymentFaults,
      `<input type="number" name="${name}" min="0" max="${most}" value="${value}">`,
    )
  })
  const reorder = `<input type="checkbox" name="reorder"${faults.reorder ? ' checked' : ''}>`
  const body = `<p><a href="/">← ${bilingual('全部付款', 'All payments')}</a></p>
<form method="post" action="/faults"><h2>${providerLabels[provider]}</h2><input type="hidden" name="provider" value="${provider}">
${[...choices, ...numbers, faultField('reorder', reorder)].join('\n')}
<button name="do" value="set">${bilingual('应用', 'Apply')}</button>
<button class="quiet" name="do" value="rotate">${bilingual('更换签名密钥', 'Rotate its key')}</button>
<button class="quiet" name="do" value="forget">${bilingual('停用旧密钥', 'Forget the old key')}</button></form>`
  return htmlPage({ title: '出错方式 · Faults', body })
}

export function errorPage(message: string, status: number): HttpResponse {
  const body = `<p role="alert">${bilingual('无法处理', 'Cannot be done')}</p><p lang="en">${escapeHtml(message)}</p><p><a href="/">← ${bilingual('全部付款', 'All payments')}</a></p>`
  return htmlPage({ title: '错误 · Error', body, status })
}

function tradeCard(trade: Trade): string {
  const refunds = trade.refunds.map(
    ({ amount, no }) =>
      `<li>${bilingual('已退款', 'Refunded')} ${formatMoney(amount, trade.currency)} <code>${escapeHtml(no)}</code></li>`,
  )
  if (trade.reversed !== undefined) refunds.push(`<li>${bilingual('已撤回', 'Taken back')}</li>`)
  const list = refunds.length === 0 ? '' : `<ul>${refunds.join('')}</ul>`
  return `<article class="${trade.state}"><p><span>${providerLabels[trade.provider]}</span><b>${stateLabels[trade.state]}</b></p>
<h2>${escapeHtml(trade.subject)}</h2>${tradeFacts(trade)}${list}${tradeButtons(trade, 'list')}</article>`
}

function tradeFacts({ amount, currency, no, created }: Trade): string {
  const at = new Date(created)
  const shown = at.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<p class="amount">${formatMoney(amount, currency)}</p><p><code>${escapeHtml(no)}</code> <time datetime="${at.toISOString()}">${shown} GMT+8</time></p>`
}

function tradeButtons({ provider, no, state, reversed }: Trade, as: 'buyer' | 'list'): string {
  const canReverse = provider === 'paypal' && state === 'paid' && reversed === undefined && as === 'list'
  if (state !== 'waiting' && !canReverse)
    return as === 'buyer' ? `<p role="status">${stateLabels[state]}</p>` : ''
  const form = (to: string, kind: string, words: string) => `<form method="post" action="${to}">
<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="no" value="${escapeHtml(no)}">
<button class="${kind}" name="as" value="${as}">${words}</button></form>`
  if (canReverse)
    return `<div class="buttons">${form('/reverse', 'quiet', bilingual('撤回付款', 'Take back'))}</div>`
  const pay = provider === 'paypal' ? bilingual('同意付款', 'Approve') : bilingual('付款', 'Pay')
  return `<div class="buttons">${form('/pay', '', pay)}${form('/cancel', 'quiet', bilingual('取消', 'Cancel'))}</div>`
}

function faultField(name: keyof PaymentFaults, control: string): string {
  return `<label><span>${faultLabels[name]}</span>${control}</label>`
}

/** `goesTo`: the origin that a form's answer leads to, which the browser asks the policy about too. */
function htmlPage(shown: {
  title: string
  body: string
  head?: string
  goesTo?: string
  status?: number
}): HttpResponse {
  const { title, body, head = '', goesTo = '', status = 200 } = shown
  const html = `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${head}
<title>${title}</title>
<style>${style}</style>
</head>
<body><main>
<header><h1>${bilingual('模拟支付', 'Simulated payments')}</h1>
<p class="notice">这是支付渠道模拟器，不会有真实的资金往来。<span lang="en">Emulated payment providers: no money moves.</span></p></header>
${body}
</main></body>
</html>
`
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${goesTo}`
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: html,
    headers: { 'content-security-policy': policy.trim() },
  }
}

function formatMoney(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${escapeHtml(currency)}`
}
