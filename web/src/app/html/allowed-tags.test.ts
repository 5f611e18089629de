import { faqHtml } from '@clutch/contract/rules/content/faq-html.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepAllowedTags } from './allowed-tags.ts'

test.each([
  ['<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
  ['<p onclick="x()" class=y style=\'z\'>a</p>', '<p>a</p>'],
  ['<P\nonclick=x>a</P >', '<p>a</p>'],
  ['<img src=x onerror="a>b"><svg/onload=x>', ''],
  ['<script>x<b>y</b></script>after<style>p{}', 'after'],
  [
    '<a href="https://a.example/?b=1&amp;c=2" target=x>a</a>',
    '<a href="https://a.example/?b=1&amp;c=2">a</a>',
  ],
  ["<a title='x href=y' href='https://a.example'>a</a>", '<a href="https://a.example">a</a>'],
  ['<a href=\'"onclick="x\'>a</a>', '<a href="&quot;onclick=&quot;x">a</a>'],
  ['<b>a</b> <i>b</i>', '<strong>a</strong> <em>b</em>'],
  ['1 < 2 <p', '1 &lt; 2 &lt;p'],
  ['a<!-- <img src=x onerror=x> -->b<!-- never closed', 'ab'],
  ['<br/><hr />', '<br><hr>'],
])('J1 of %s the tags that are allowed are left, without attributes', (html, plain) => {
  expect(keepAllowedTags(html)).toBe(plain)
  expect(keepAllowedTags(plain)).toBe(plain)
})

test('J1 whatever is written, nothing but allowed tags is left', () => {
  const pieces = [
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    'p',
    'a',
    'href',
    'img',
    'onerror',
    'script',
    'x',
    '<!--',
    '-->',
    '&',
  ]
  const allowed = new RegExp(`^(?:[^<]|<a href="[^"]*">|</?(?:${faqHtml.tags.join('|')})>)*$`)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      expect(keepAllowedTags(parts.join(''))).toMatch(allowed)
    }),
    { numRuns: 2_000 },
  )
})
