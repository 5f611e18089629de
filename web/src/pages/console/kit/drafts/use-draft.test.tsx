import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../app/api/api-error.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { beginSession, clearSession } from '../../../../app/session/session.ts'
import { kite, makeToken } from '../../../../app/testing/browser.ts'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { useReviewedSave } from '../forms/form-dialog.tsx'
import { EditReview } from './edit-review.tsx'
import { useDraft, useSave } from './use-draft.ts'

interface Server {
  id: string
  name: string
  map: string
  password: string
  revision: number
}

interface Saved {
  id: string | undefined
  revision: number | undefined
  name: string
  map: string
}

const stored: Server = { id: 's1', name: 'Old', map: 'de_dust2', password: '', revision: 1 }
const conflict = new ApiError('edit.conflict', 409, 'changed')

interface EditorProps {
  server?: Server | null
  /** What is stored by now. */
  newest?: Server[]
  save?: (saved: Saved) => Promise<void>
}

function Editor({ server = stored, newest = [], save = async () => undefined }: EditorProps) {
  const draft = useDraft({
    keepAs: 'server',
    item: server,
    fieldsOf: (of: Server | null) => ({
      name: of?.name ?? '',
      map: of?.map ?? '',
      password: of?.password ?? '',
    }),
    newest: async () => newest,
    names: { name: 'Name', map: 'Map', password: 'Password' },
    secrets: ['password'],
  })
  const { fields, change, id, revision } = draft
  const action = useSave(draft, () => save({ id, revision, name: fields.name, map: fields.map }))
  const review = useReviewedSave(draft, () => void action.run())
  return (
    <Form onSubmit={review.save}>
      <EditReview draft={draft} checked={review.checked} />
      <TextField
        label="Name"
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label="Map"
        value={fields.map}
        onChange={(event) => change({ map: event.currentTarget.value })}
      />
      <TextField
        label="Password"
        value={fields.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <Button type="submit">Save</Button>
      <Button onClick={draft.forget}>Discard</Button>
      <output aria-label="changed">{String(draft.changed)}</output>
      <ErrorNote error={action.error} />
    </Form>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const isChanged = () => screen.getByRole('status', { name: 'changed' }).textContent
/** All that the tab keeps. */
const keptText = () => Object.values<string>(sessionStorage).join()
const restoredNote = () => screen.queryByText('已恢复你之前填写但没有保存的内容。')

async function edit(page = <Editor />) {
  const rendered = await renderPage(page)
  const retype = async (name: string, text: string) => {
    await rendered.user.clear(field(name))
    await rendered.user.type(field(name), text)
  }
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...rendered, retype, save }
}

afterEach(() => clearSession())

test('J a form shows what is stored, and is not changed by typing that is taken back', async () => {
  const { user } = await edit()
  expect([field('Name').value, field('Map').value, isChanged()]).toEqual(['Old', 'de_dust2', 'false'])
  await user.type(field('Name'), 'x')
  expect(isChanged()).toBe('true')
  await user.type(field('Name'), '{Backspace}')
  expect(isChanged()).toBe('false')
  expect(sessionStorage).toHaveLength(0)
})

test('J what is typed survives a reload, and can be dropped', async () => {
  const { retype, unmount } = await edit()
  await retype('Name', 'Mine')
  unmount()
  const { user } = await edit()
  expect([field('Name').value, isChanged()]).toEqual(['Mine', 'true'])
  expect(restoredNote()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: '放弃这些内容' }))
  expect([field('Name').value, isChanged(), restoredNote()]).toEqual(['Old', 'false', null])
  expect(sessionStorage).toHaveLength(0)
})

test('J a password is never stored', async () => {
  const { retype, unmount } = await edit()
  await retype('Name', 'Mine')
  await retype('Password', 'hunter2')
  expect(keptText()).toContain('Mine')
  expect(keptText()).not.toContain('hunter2')
  unmount()
  await edit()
  expect([field('Name').value, field('Password').value]).toEqual(['Mine', ''])
})

test.each<[string, EditorProps]>([
  ['another server', { server: { ...stored, id: 's2' } }],
  ['a new server', { server: null }],
])('J a draft is not shown in the form of %s', async (_, props) => {
  const { retype, unmount } = await edit()
  await retype('Name', 'Mine')
  unmount()
  await edit(<Editor {...props} />)
  expect([field('Name').value, restoredNote()]).toEqual([props.server === null ? '' : 'Old', null])
})

test('J a draft is not shown to another operator who signs in in the same tab', async () => {
  const token = makeToken(Date.now() + 60_000)
  beginSession({ user: kite, token })
  const { retype, unmount } = await edit()
  await retype('Name', 'Mine')
  unmount()
  beginSession({ user: { ...kite, steamId: '76561198000000008' }, token })
  const { unmount: leave } = await edit()
  expect(field('Name').value).toBe('Old')
  leave()
  beginSession({ user: kite, token })
  await edit()
  expect(field('Name').value).toBe('Mine')
})

test.each(['Save', 'Discard'])('J a draft is forgotten after "%s"', async (button) => {
  const { retype, user, unmount } = await edit()
  await retype('Name', 'Mine')
  await user.click(screen.getByRole('button', { name: button }))
  await expect.poll(() => sessionStorage).toHaveLength(0)
  unmount()
  await edit()
  expect(field('Name').value).toBe('Old')
})

test('J a draft remains when saving fails', async () => {
  const refused = new ApiError('request.invalid', 400, 'no')
  const { retype, save, unmount } = await edit(<Editor save={() => Promise.reject(refused)} />)
  await retype('Name', 'Mine')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('请求有误，无法处理')
  unmount()
  await edit()
  expect(field('Name').value).toBe('Mine')
})

test.each(['{"fields":{"title":"x"},"base":{"title":"y"},"revision":1}', '{"fie'])(
  'J a draft of another version of the page is dropped: %s',
  async (kept) => {
    sessionStorage.setItem('clutch.draft  server s1', kept)
    await edit()
    expect([field('Name').value, restoredNote()]).toEqual(['Old', null])
  },
)

test('J a form works where the browser forbids storage', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  try {
    const saved: Saved[] = []
    const { retype, save } = await edit(<Editor save={async (form) => void saved.push(form)} />)
    await retype('Name', 'Mine')
    await save()
    await expect.poll(() => saved).toMatchObject([{ name: 'Mine' }])
  } finally {
    vi.unstubAllGlobals()
  }
})

test('J a draft that is older than what is stored is merged with it when it is restored', async () => {
  const { retype, unmount } = await edit()
  await retype('Name', 'Mine')
  unmount()
  await edit(<Editor server={{ ...stored, map: 'de_nuke', revision: 2 }} />)
  expect([field('Name').value, field('Map').value]).toEqual(['Mine', 'de_nuke'])
  expect(screen.getByText('对方的修改已合并到表单：Map。')).toBeDefined()
})

/** Saves that are refused once, because another operator saved first, and then accepted. */
function conflictingSaves() {
  const saved: Saved[] = []
  const save = async (form: Saved) => {
    saved.push(form)
    if (saved.length === 1) throw conflict
  }
  return { saved, save }
}

test('J a save after another operator changed other fields merges both, and the second save has the new revision', async () => {
  const { saved, save: act } = conflictingSaves()
  const { retype, save } = await edit(
    <Editor save={act} newest={[{ ...stored, map: 'de_nuke', revision: 2 }]} />,
  )
  await retype('Name', 'Mine')
  await save()
  await screen.findByText('对方的修改已合并到表单：Map。')
  expect([field('Name').value, field('Map').value]).toEqual(['Mine', 'de_nuke'])
  expect(screen.queryByRole('alert')).toBeNull()
  await save()
  await expect
    .poll(() => saved)
    .toEqual([
      { id: 's1', revision: 1, name: 'Mine', map: 'de_dust2' },
      { id: 's1', revision: 2, name: 'Mine', map: 'de_nuke' },
    ])
})

test.each([
  ['你的版本', 'Mine'],
  ['对方保存的版本', 'Theirs'],
])('J a field that both changed is saved only after a choice: %s', async (choice, name) => {
  const { saved, save: act } = conflictingSaves()
  const { retype, save, user } = await edit(
    <Editor save={act} newest={[{ ...stored, name: 'Theirs', revision: 2 }]} />,
  )
  await retype('Name', 'Mine')
  await save()
  const versions = await screen.findByRole('radiogroup', { name: 'Name' })
  await save()
  expect(saved).toHaveLength(1)
  expect((await screen.findByRole('alert')).textContent).toBe('请选择其中一个版本')
  await expect.poll(() => document.activeElement === versions).toBe(true)
  await user.click(screen.getByText(choice))
  expect(screen.queryByRole('alert')).toBeNull()
  await save()
  await expect.poll(() => saved).toHaveLength(2)
  expect(saved[1]).toMatchObject({ name, revision: 2 })
})

test('J a conflict is decided by typing a third text', async () => {
  const { saved, save: act } = conflictingSaves()
  const { retype, save } = await edit(
    <Editor save={act} newest={[{ ...stored, name: 'Theirs', revision: 2 }]} />,
  )
  await retype('Name', 'Mine')
  await save()
  await screen.findByRole('radiogroup', { name: 'Name' })
  await retype('Name', 'Both')
  await save()
  await expect.poll(() => saved[1]).toMatchObject({ name: 'Both', revision: 2 })
})

test('J a conflict that is not decided is still one after a reload', async () => {
  const theirs = { ...stored, name: 'Theirs', revision: 2 }
  const { save: act } = conflictingSaves()
  const { retype, save, unmount } = await edit(<Editor save={act} newest={[theirs]} />)
  await retype('Name', 'Mine')
  await save()
  await screen.findByRole('radiogroup', { name: 'Name' })
  unmount()
  const saved: Saved[] = []
  const after = await edit(<Editor server={theirs} save={async (form) => void saved.push(form)} />)
  expect(screen.getByRole('radiogroup', { name: 'Name' })).toBeDefined()
  await after.save()
  expect(await screen.findByText('请选择其中一个版本')).toBeDefined()
  expect(saved).toEqual([])
})

test('J a conflict about a password is not stored', async () => {
  const theirs = { ...stored, name: 'Theirs', password: 'their-secret', revision: 2 }
  const { save: act } = conflictingSaves()
  const { retype, save, unmount } = await edit(<Editor save={act} newest={[theirs]} />)
  await retype('Name', 'Mine')
  await retype('Password', 'my-secret')
  await save()
  await screen.findByRole('radiogroup', { name: 'Password' })
  expect(keptText()).not.toContain('my-secret')
  unmount()
  await edit(<Editor server={theirs} />)
  expect(screen.getAllByRole('radiogroup').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Name'),
  ])
  expect(field('Password').value).toBe('their-secret')
})

test('J a form about something that another operator removed creates it again', async () => {
  const { saved, save: act } = conflictingSaves()
  const { retype, save } = await edit(<Editor save={act} />)
  await retype('Name', 'Mine')
  await save()
  await screen.findByText(/其他管理员删除了这项内容/)
  await save()
  await expect
    .poll(() => saved[1])
    .toEqual({ id: undefined, revision: undefined, name: 'Mine', map: 'de_dust2' })
})
