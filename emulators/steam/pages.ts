import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpResponse } from '../http-response.ts'
import { InvalidSignInRequest, type SignInRequest } from './openid.ts'
import type { Person } from './people.ts'
import { escapeHtml } from '../page-text.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'))

const emulatorNotice = `<p class="notice"><strong>这是 Steam 模拟器<span lang="en">This is a Steam emulator</span></strong></p>
<p>这里没有真正的 Steam 账号，也不需要密码：选中谁，就以谁的身份登录。
<span lang="en">There are no Steam accounts here and no passwords: choose the account to sign in with.</span></p>`

export function stylesheetResponse(): HttpResponse {
  return {
    status: 200,
    type: 'text/css; charset=utf-8',
    body: style,
    headers: { 'cache-control': 'no-cache' },
  }
}

/** The page on which a person is chosen. It works without script. */
export function choicePage(request: SignInRequest, people: readonly Person[]): HttpResponse {
  const { returnTo, realm } = request
  const site = new URL(returnTo)
  const buttons = people.map(
    ({ steamId, name }) => `<li><button name="person" value="${steamId}">
<img src="/avatars/${steamId}_full.png" alt="" width="44" height="44"><span>${escapeHtml(name)}<small>${steamId}</small></span></button></li>`,
  )
  const body = `<h1>登录到 ${escapeHtml(site.host)}<span lang="en">Sign in to ${escapeHtml(site.host)}</span></h1>
${emulatorNotice}
<form method="post" action="/openid/login">
${hiddenFields({ ns: 'http://specs.openid.net/auth/2.0', mode: 'checkid_setup', return_to: returnTo, realm })}
<h2 id="who">以谁的身份登录？<span lang="en">Sign in as</span></h2>
<ul aria-labelledby="who">
${buttons.join('\n')}
</ul>
<button class="cancel" name="cancel" value="1">取消 <span lang="en">Cancel</span></button>
</form>`
  return htmlPage(200, '登录 · Sign in', body, site.origin)
}

/** What an odd request gets: why it is refused, and nothing of it is sent anywhere. */
export function refusalPage({ zh, message }: InvalidSignInRequest, status = 400): HttpResponse {
  const body = `<h1>无法登录<span lang="en">No sign-in here</span></h1>
${emulatorNotice}
<p role="alert">${escapeHtml(zh)}<span lang="en">${escapeHtml(message)}</span></p>`
  return htmlPage(status, '错误 · Error', body)
}

/** The page of a visitor without a sign-in request. */
export function welcomePage(): HttpResponse {
  const body = `<h1>Steam 模拟器<span lang="en">Steam emulator</span></h1>
${emulatorNotice}
<p>请从社区网站开始登录。<span lang="en">Begin to sign in at the community’s site.</span></p>`
  return htmlPage(200, 'Steam 模拟器 · Steam emulator', body)
}

/** In place of the authenticator on a phone: what code a secret makes now. The secret is sent in a form, never in an address. */
export function authenticatorPage(
  secret: string,
  shown: { code: string; forMs: number } | null,
): HttpResponse {
  const said =
    shown === null
      ? ''
      : `<p role="status">验证码<span lang="en">Code</span> <strong>${shown.code}</strong> · ${Math.ceil(shown.forMs / 1000)} s</p>`
  const wrong = secret !== '' && shown === null
  const body = `<h1>验证器模拟器<span lang="en">Authenticator emulator</span></h1>
<p>代替手机上的验证器：粘贴两步验证的密钥，得到现在的验证码。
<span lang="en">In place of the one on a phone: paste the secret of a second factor, get its present code.</span></p>
<form method="post" action="/authenticator">
<p><label>密钥<span lang="en">Secret</span> <input name="secret" value="${escapeHtml(secret)}" autocomplete="off" spellcheck="false" required></label></p>
${wrong ? '<p role="alert">这不是密钥。<span lang="en">This is no secret.</span></p>' : said}
<button>显示验证码 <span lang="en">Show the code</span></button>
</form>`
  return htmlPage(200, '验证器模拟器 · Authenticator emulator', body)
}

/** A form's way back is a redirect, which the browser asks the policy about too. */
function htmlPage(status: number, title: string, body: string, formTarget = ''): HttpResponse {
  const html = `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/page.css">
<link rel="icon" href="data:,">
</head>
<body><main>
${body}
</main></body>
</html>
`
  const policy = `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`
  const headers = {
    'content-security-policy': policy.trim(),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status, type: 'text/html; charset=utf-8', body: html, headers }
}

function hiddenFields(fields: Readonly<Record<string, string>>): string {
  const select = 'http://specs.openid.net/auth/2.0/identifier_select'
  return Object.entries({ ...fields, identity: select, claimed_id: select })
    .map(([name, value]) => `<input type="hidden" name="openid.${name}" value="${escapeHtml(value)}">`)
    .join('\n')
}
