import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpResponse } from '../http-response.ts'
import { type Item, items } from './items.ts'
import type { InventoryUser } from './users.ts'
import { escapeHtml, bilingual } from '../page-text.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
const browserScript = readFileSync(join(import.meta.dirname, 'browser.js'), 'utf8')

/** Pictures are those of the portal; whatever runs on this machine may frame it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  'img-src http: https: data:',
  "form-action 'self'",
  "base-uri 'none'",
  'frame-ancestors http://127.0.0.1:* http://localhost:*',
].join('; ')

const emulatorNotice = `<p class="notice">这是库存站点模拟器：没有真正的饰品，也不会改变任何游戏。
<span lang="en">An inventory emulator: no real skins, and no game changes.</span></p>`

export function stylesheetResponse(): HttpResponse {
  return { status: 200, type: 'text/css; charset=utf-8', body: style }
}

export function scriptResponse(): HttpResponse {
  return { status: 200, type: 'text/javascript; charset=utf-8', body: browserScript }
}

/** A user's items and which of them are equipped. */
export function inventoryPage(
  { id, name, avatar }: InventoryUser,
  equipped: ReadonlySet<string>,
): HttpResponse {
  const picture = avatar === '' ? '' : `<img src="${escapeHtml(avatar)}" alt="" width="40" height="40">`
  return htmlPage(
    200,
    `<header class="who">${picture}
<div><h1>${escapeHtml(name)}</h1><p>${bilingual('已登录', 'Signed in')} · ${escapeHtml(id)}</p></div>
<form method="post" action="/sign-out"><button>${bilingual('退出', 'Sign out')}</button></form></header>
${emulatorNotice}
<label class="search">${bilingual('搜索', 'Search')} <input type="search" id="search" autocomplete="off"></label>
<ul class="items">
${items.map((item) => itemTile(item, equipped.has(item.id))).join('\n')}
</ul>`,
  )
}

/** What a stranger sees. */
export function signedOutPage(): HttpResponse {
  return htmlPage(
    200,
    `<h1>${bilingual('库存', 'Inventory')}</h1>
${emulatorNotice}
<p class="out" role="status">${bilingual('未登录', 'Signed out')}</p>`,
  )
}

/** The same page, which no other site may frame. */
export function withoutFraming(page: HttpResponse): HttpResponse {
  const refusal = contentSecurityPolicy.replace(/frame-ancestors.*/, "frame-ancestors 'none'")
  return {
    ...page,
    headers: { ...page.headers, 'content-security-policy': refusal, 'x-frame-options': 'DENY' },
  }
}

export function missingPage(): HttpResponse {
  return htmlPage(
    404,
    `<h1>404</h1>${emulatorNotice}<p><a href="/">← ${bilingual('库存', 'Inventory')}</a></p>`,
  )
}

function itemTile({ id, weapon, zh, en, rarity, wear }: Item, isEquipped: boolean): string {
  const label = isEquipped ? bilingual('卸下', 'Take off') : bilingual('装备', 'Equip')
  return `<li class="item" data-rarity="${rarity}"${isEquipped ? ' data-equipped' : ''}>
<span class="art" aria-hidden="true"></span>
<strong>${weapon}</strong><span class="pattern">${bilingual(zh, en)}</span>
<span class="wear">${bilingual('磨损', 'Wear')} ${wear.toFixed(2)}</span>
<form method="post" action="/equip"><button name="item" value="${id}" aria-label="${label.replaceAll(/<[^>]+>/g, '')} ${weapon}">${label}</button></form></li>`
}

function htmlPage(status: number, body: string): HttpResponse {
  const html = `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>库存模拟器 · Inventory emulator</title>
<link rel="stylesheet" href="/page.css">
<link rel="icon" href="data:,">
<script src="/page.js" defer></script>
</head>
<body><main>
${body}
</main></body>
</html>
`
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: html,
    headers: { 'content-security-policy': contentSecurityPolicy },
  }
}
