import { screen } from '@testing-library/react'
import { useState, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../app/testing/render-page.tsx'
import { Button } from '../buttons/button.tsx'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { FilterSelect, SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

interface Checked {
  error?: string | null
  required?: boolean
}

const maps = [
  { value: 'de_dust2', text: 'Dust II' },
  { value: 'de_mirage', text: 'Mirage' },
]

const fields: [string, 'textbox' | 'combobox', (checked: Checked) => ReactElement][] = [
  ['text field', 'textbox', (checked) => <TextField label="Map" {...checked} />],
  ['text area', 'textbox', (checked) => <TextArea label="Map" {...checked} />],
  [
    'select field',
    'combobox',
    (checked) => (
      <SelectField label="Map" options={maps} value="de_dust2" onChange={() => undefined} {...checked} />
    ),
  ],
]

test.each(fields)(
  'C7 a %s is named by its label, and a click on the label focuses it',
  async (_, role, draw) => {
    const { user } = await renderPage(draw({}))
    const field = screen.getByRole(role, { name: 'Map' })
    await user.click(screen.getByText('Map'))
    expect(document.activeElement).toBe(field)
    expect(field.ariaInvalid).toBeNull()
  },
)

test.each(fields)('C7 a wrong %s is marked, described by its error and announced', async (_, role, draw) => {
  await renderPage(draw({ error: 'Choose another map' }))
  const field = screen.getByRole(role, { name: 'Map', description: 'Choose another map' })
  expect(field.ariaInvalid).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Choose another map')
})

test.each(fields)('C7 a required %s says so to assistive technology', async (_, role, draw) => {
  await renderPage(draw({ required: true }))
  expect(screen.getByRole(role, { name: 'Map' }).hasAttribute('required')).toBe(true)
})

test.each<[string, 'textbox' | 'combobox', (error: string | null) => ReactElement]>([
  ['text field', 'textbox', (error) => <TextField label="Map" hint="A map of the pool" error={error} />],
  [
    'select field',
    'combobox',
    (error) => (
      <SelectField
        label="Map"
        hint="A map of the pool"
        options={maps}
        value="de_dust2"
        onChange={() => undefined}
        error={error}
      />
    ),
  ],
])('C7 the hint of a %s describes it until an error takes its place', async (_, role, draw) => {
  function Page() {
    const [error, setError] = useState<string | null>(null)
    return (
      <>
        {draw(error)}
        <Button onClick={() => setError('Choose another map')}>Check</Button>
      </>
    )
  }
  const { user } = await renderPage(<Page />)
  screen.getByRole(role, { name: 'Map', description: 'A map of the pool' })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Check' }))
  screen.getByRole(role, { name: 'Map', description: 'Choose another map' })
  expect(screen.queryByText('A map of the pool')).toBeNull()
})

test('C7 two fields of the same label keep their own errors', async () => {
  await renderPage(
    <>
      <TextField label="Map" error="First" />
      <TextField label="Map" error="Second" />
    </>,
  )
  const described = ['First', 'Second'].map((description) =>
    screen.getByRole('textbox', { name: 'Map', description }),
  )
  expect(described).toEqual(screen.getAllByRole('textbox'))
})

test('J an option is chosen by its text and reported by its value', async () => {
  function Page() {
    const [map, setMap] = useState('de_dust2')
    return (
      <>
        <SelectField label="Map" options={maps} value={map} onChange={setMap} />
        <output>{map}</output>
      </>
    )
  }
  const { user } = await renderPage(<Page />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Map' }), 'Mirage')
  expect(screen.getByRole('status').textContent).toBe('de_mirage')
})

test('J a filter without a visible label has a name', async () => {
  await renderPage(<FilterSelect label="Map" options={maps} value="de_mirage" onChange={() => undefined} />)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Map' }).value).toBe('de_mirage')
})

test('C7 a password is hidden until its button shows it, and keeps what was typed', async () => {
  const { user } = await renderPage(<PasswordField label="Password" autoComplete="current-password" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  await user.type(field, 'hunter2')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect([field.type, field.value]).toEqual(['text', 'hunter2'])
  await user.click(screen.getByRole('button', { name: '隐藏密码' }))
  expect(field.type).toBe('password')
})

/** A form that wants a name; its button may lie outside of it, as in the footer of a dialog. */
function NameForm({ onSave, outside = false }: { onSave: (name: string) => void; outside?: boolean }) {
  const [name, setName] = useState('')
  const [checked, setChecked] = useState(false)
  const wrong = checked && name === ''
  const button = (
    <Button type="submit" form="name-form">
      Save
    </Button>
  )
  return (
    <>
      <Form
        id="name-form"
        onSubmit={() => {
          setChecked(true)
          if (name !== '') onSave(name)
        }}
      >
        <TextField label="Note" />
        <TextField
          required
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wrong ? 'A name is needed' : null}
        />
        {!outside && button}
      </Form>
      {outside && button}
    </>
  )
}

test('C7 a form that is sent with a wrong field moves the focus there', async () => {
  const saved: string[] = []
  const { user } = await renderPage(<NameForm onSave={(name) => saved.push(name)} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  const name = screen.getByRole('textbox', { name: 'Name' })
  await expect.poll(() => document.activeElement === name).toBe(true)
  expect(saved).toEqual([])
})

test('C7 a form is sent by Enter', async () => {
  const saved: string[] = []
  const { user } = await renderPage(<NameForm onSave={(name) => saved.push(name)} />)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Kite{Enter}')
  expect(saved).toEqual(['Kite'])
})

test('C7 a form is sent by a button outside of it', async () => {
  const saved: string[] = []
  const { user } = await renderPage(<NameForm outside onSave={(name) => saved.push(name)} />)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Kite')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual(['Kite'])
})

test('C7 a button of the form that is pressed with the mouse leaves the focus in the field', async () => {
  const { user } = await renderPage(
    <Form onSubmit={() => undefined}>
      <TextField label="Name" />
      <Button>Send code</Button>
    </Form>,
  )
  const field = screen.getByRole('textbox', { name: 'Name' })
  await user.type(field, 'Kite')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  expect(document.activeElement).toBe(field)
})
