import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultChoices, faultLimits, isFaultOf } from './fault-choices.ts'
import type { Faults } from './faults.ts'
import type { Answer } from './http.ts'
import { type ProviderName, type Trade, providers } from './trade.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
const styleHash = createHash('sha256').update(style).digest('base64')
const refreshSeconds = 5

const providerWords: Record<ProviderName, string> = {
  alipay: both('支付宝', 'Alipay'),
  wechat: both('微信支付', 'WeChat Pay'),
  paypal: 'PayPal',
}
const stateWords: Record<Trade['state'], string> = {
  waiting: both('待支付', 'Waiting'),
  approved: both('已同意', 'Approved'),
  paid: both('已支付', 'Paid'),
  closed: both('已关闭', 'Closed'),
}
const faultWords: Record<keyof Faults, string> = {
  answer: both('应答', 'Answers'),
  hang: both('不应答', 'No answer'),
  notify: both('通知', 'Notifies'),
  bill: both('对账单', 'Bill'),
  capture: both('扣款', 'Captures'),
  delayMs: both('应答延迟（毫秒）', 'Answers late (ms)'),
  status: both('应答状态码（0 为正常）', 'Status of answers (0 is none)'),
  notifyDelayMs: both('通知延迟（毫秒）', 'Notifies late (ms)'),
  reorder: both('倒序发送等待中的通知', 'Waiting notifies in the opposite order'),
}

/** Every payment, the newest first; it loads itself again without script. */
export function listPage(trades: readonly Trade[]): Answer {
  const links = providers.map((name) => `<a href="/faults?provider=${name}">${providerWords[name]}</a>`)
  const list =
    trades.length === 0 ? `<p>${both('还没有付款', 'No payment yet')}</p>` : trades.map(card).join('')
  return page({
    title: '付款 · Payments',
    head: `<meta http-equiv="refresh" content="${refreshSeconds}">`,
    body: `${list}<nav><h2>${both('出错方式', 'Faults')}</h2>${links.join(' ')}</nav>`,
  })
}

/** What a buyer sees at a provider: what it costs, and whether to pay. The forms go to `/pay` and `/cancel` of who shows it. */
export function buyerPage(trade: Trade): Answer {
  const { provider, subject, returnUrl } = trade
  const body = `<article><p><span>${providerWords[provider]}</span></p><h2>${escape(subject)}</h2>${facts(trade)}${buttons(trade, 'buyer')}</article>
<p><a href="${escape(returnUrl)}">${both('返回商家', 'Back to the merchant')}</a></p>`
  return page({ title: '付款 · Pay', body, goesTo: new URL(returnUrl).origin })
}

/** How a provider misbehaves, to be changed. */
export function faultsPage(provider: ProviderName, faults: Faults): Answer {
  const offered = Object.entries(faultChoices).filter(([name]) => isFaultOf(provider, name as keyof Faults))
  const choices = offered.map(([name, values]) => {
    const chosen = faults[name as keyof typeof faultChoices]
    const list = values.map((one) => `<option${one === chosen ? ' selected' : ''}>${one}</option>`)
    return field(name as keyof Faults, `<select name="${name}">${list.join('')}</select>`)
  })
  const numbers = Object.entries(faultLimits).map(([name, most]) => {
    const value = faults[name as keyof typeof faultLimits]
    return field(
      name as keyof Faults,
      `<input type="number" name="${name}" min="0" max="${most}" value="${value}">`,
    )
  })
  const reorder = `<input type="checkbox" name="reorder"${faults.reorder ? ' checked' : ''}>`
  const body = `<p><a href="/">← ${both('全部付款', 'All payments')}</a></p>
<form method="post" action="/faults"><h2>${providerWords[provider]}</h2><input type="hidden" name="provider" value="${provider}">
${[...choices, ...numbers, field('reorder', reorder)].join('\n')}
<button name="do" value="set">${both('应用', 'Apply')}</button>
<button class="quiet" name="do" value="rotate">${both('更换签名密钥', 'Rotate its key')}</button>
<button class="quiet" name="do" value="forget">${both('停用旧密钥', 'Forget the old key')}</button></form>`
  return page({ title: '出错方式 · Faults', body })
}

export function refusalPage(message: string, status: number): Answer {
  const body = `<p role="alert">${both('无法处理', 'Cannot be done')}</p><p lang="en">${escape(message)}</p><p><a href="/">← ${both('全部付款', 'All payments')}</a></p>`
  return page({ title: '错误 · Error', body, status })
}

function card(trade: Trade): string {
  const refunds = trade.refunds.map(
    ({ amount, no }) =>
      `<li>${both('已退款', 'Refunded')} ${money(amount, trade.currency)} <code>${escape(no)}</code></li>`,
  )
  if (trade.reversed !== undefined) refunds.push(`<li>${both('已撤回', 'Taken back')}</li>`)
  const list = refunds.length === 0 ? '' : `<ul>${refunds.join('')}</ul>`
  return `<article class="${trade.state}"><p><span>${providerWords[trade.provider]}</span><b>${stateWords[trade.state]}</b></p>
<h2>${escape(trade.subject)}</h2>${facts(trade)}${list}${buttons(trade, 'list')}</article>`
}

function facts({ amount, currency, no, created }: Trade): string {
  const at = new Date(created)
  const shown = at.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<p class="amount">${money(amount, currency)}</p><p><code>${escape(no)}</code> <time datetime="${at.toISOString()}">${shown} GMT+8</time></p>`
}

function buttons({ provider, no, state, reversed }: Trade, as: 'buyer' | 'list'): string {
  const canReverse = provider === 'paypal' && state === 'paid' && reversed === undefined && as === 'list'
  if (state !== 'waiting' && !canReverse)
    return as === 'buyer' ? `<p role="status">${stateWords[state]}</p>` : ''
  const form = (to: string, kind: string, words: string) => `<form method="post" action="${to}">
<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="no" value="${escape(no)}">
<button class="${kind}" name="as" value="${as}">${words}</button></form>`
  if (canReverse)
    return `<div class="buttons">${form('/reverse', 'quiet', both('撤回付款', 'Take back'))}</div>`
  const pay = provider === 'paypal' ? both('同意付款', 'Approve') : both('付款', 'Pay')
  return `<div class="buttons">${form('/pay', '', pay)}${form('/cancel', 'quiet', both('取消', 'Cancel'))}</div>`
}

function field(name: keyof Faults, control: string): string {
  return `<label><span>${faultWords[name]}</span>${control}</label>`
}

/** `goesTo`: the origin that a form's answer leads to, which the browser asks the policy about too. */
function page(shown: {
  title: string
  body: string
  head?: string
  goesTo?: string
  status?: number
}): Answer {
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
<header><h1>${both('模拟支付', 'Simulated payments')}</h1>
<p class="notice">这是支付渠道的替身，不会有真实的资金往来。<span lang="en">A stand-in for the payment providers: no money moves.</span></p></header>
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

function money(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${escape(currency)}`
}

function both(zh: string, en: string): string {
  return `${zh} <span lang="en">${en}</span>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
