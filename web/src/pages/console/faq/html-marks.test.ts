import { expect, test } from 'vitest'
import { applyMark } from './html-marks.ts'

const over = (text: string, chosen: string) => {
  const from = text.indexOf(chosen)
  return { text, from, to: from + chosen.length }
}

test('J1 a tag wraps the selected text, which stays selected', () => {
  const bold = applyMark(over('Buy it here', 'it'), 'bold')
  expect(bold).toEqual({ text: 'Buy <strong>it</strong> here', from: 12, to: 14 })
  expect(applyMark(over('Type !setup', '!setup'), 'code').text).toBe('Type <code>!setup</code>')
})

test('J1 a link waits for its address', () => {
  const { text, from, to } = applyMark(over('See here', 'here'), 'link')
  expect(text).toBe('See <a href="https://">here</a>')
  expect([text.slice(0, from), from]).toEqual(['See <a href="https://', to])
})

test('J1 selected lines become the entries of a list; with nothing selected it has one to fill', () => {
  expect(applyMark(over('one\n  two\n', 'one\n  two\n'), 'list').text).toBe(
    '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>',
  )
  expect(applyMark({ text: 'a', from: 1, to: 1 }, 'list')).toEqual({
    text: 'a<ul>\n  <li></li>\n</ul>',
    from: 12,
    to: 12,
  })
})
