import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { TimeField } from './time-field.tsx'

const midnight = Date.UTC(2026, 10, 22, 16, 30)
const changes: (number | null)[] = []

function Page({ start = midnight, error = null }: { start?: number | null; error?: string | null }) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <TimeField
      label="Starts"
      value={value}
      error={error}
      hint="Empty: at once"
      onChange={(next) => {
        changes.push(next)
        setValue(next)
      }}
    />
  )
}

/** A time field has no role; its label names it. */
const field = () => screen.getByLabelText<HTMLInputElement>('Starts')

async function renderField(page = <Page />) {
  changes.length = 0
  await renderPage(page)
}

test('J a time is shown in Beijing time, and the field says so', async () => {
  await renderField()
  expect(field().value).toBe('2026-11-23T00:30')
  expect(field().type).toBe('datetime-local')
  screen.getByText('北京时间')
})

test('J a typed time is read as Beijing time', async () => {
  await renderField()
  fireEvent.change(field(), { target: { value: '2027-01-01T08:00' } })
  expect(changes).toEqual([Date.UTC(2027, 0, 1)])
})

test.each(['', '2026-02-30T00:00', 'tomorrow'])('J a field that holds %j is no time', async (text) => {
  await renderField()
  fireEvent.change(field(), { target: { value: text } })
  expect(changes).toEqual([null])
  expect(field().value).toBe('')
})

test('J no time is an empty field with its hint; an error takes the place of the hint', async () => {
  await renderField(<Page start={null} error="Ends before it starts" />)
  expect(field().value).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('Ends before it starts')
  expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(screen.queryByText('Empty: at once')).toBeNull()
})
