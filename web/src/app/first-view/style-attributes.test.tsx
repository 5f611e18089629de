import { expect, test } from 'vitest'
import { extractStyleAttributes, firstStylesId, restoreStyleAttributes } from './style-attributes.ts'

const rendered =
  '<ul style="height:116px"><li style="transform:translateY(58px)">a style="x"</li><li style="transform:translateY(58px)"></li></ul>'

test('A1 styles move into rules, one for each different style; text stays', () => {
  const { html, styles } = extractStyleAttributes(rendered)
  expect(html).not.toMatch(/<[^>]* style=/)
  expect(html).toContain('>a style="x"<')
  expect(styles).toBe(
    '[data-first-style="0"]{height:116px}\n[data-first-style="1"]{transform:translateY(58px)}',
  )
})

test('A1 the browser gets the styles back, and the rules go', () => {
  const { html, styles } = extractStyleAttributes(rendered)
  document.body.innerHTML = html
  document.head.innerHTML = `<style id="${firstStylesId}">${styles}</style>`
  restoreStyleAttributes(document)
  expect(document.querySelector('ul')?.style.height).toBe('116px')
  expect([...document.querySelectorAll('li')].map(({ style }) => style.transform)).toEqual([
    'translateY(58px)',
    'translateY(58px)',
  ])
  expect(document.querySelector('[data-first-style]')).toBeNull()
  expect(document.querySelector(`#${firstStylesId}`)).toBeNull()
})

test('A1 a page without rules stays as it is', () => {
  document.head.innerHTML = ''
  document.body.innerHTML = '<p>text</p>'
  restoreStyleAttributes(document)
  expect(document.body.innerHTML).toBe('<p>text</p>')
})

test.each(['a:1}', 'a:"</style>"', 'a:{', String.raw`a:\41`, 'a:@x', 'a:&lt;'])(
  'A1 a style that might end its rule is refused: %s',
  (style) => {
    expect(() => extractStyleAttributes(`<p style="${style.replaceAll('"', '&quot;')}"></p>`)).toThrow(
      'style',
    )
  },
)
