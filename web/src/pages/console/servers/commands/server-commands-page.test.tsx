import {
  operatorGetPortalSettings,
  type OperatorPortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import {
  type OperatorPermissions,
  ownerPermissions,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import { defaultModerationCommands } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { stubPortal } from '../../../../app/testing/stub-portal.ts'
import { PermissionsContext } from '../../kit/permissions.ts'
import { ServerCommandsPage } from './server-commands-page.tsx'

const stored: OperatorPortalSettings = {
  ...defaultPortal,
  rules: { zh: '', en: '' },
  vipCommands: { group: 'VIP', grant: '', extend: '', expire: '', table: 'off', serverId: 0 },
  moderationCommands: defaultModerationCommands,
  practice: { lead: { zh: '', en: '' }, bullets: [], supportEmail: null, notices: [] },
  revision: 1,
}

async function openAs(permissions: OperatorPermissions) {
  stubPortal().answer(operatorGetPortalSettings, () => stored)
  const { user } = await renderPage(
    <PermissionsContext value={permissions}>
      <ServerCommandsPage />
    </PermissionsContext>,
    { language: 'en', address: '/admin/servers/commands' },
  )
  return { user, kick: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Kick a player' }) }
}

test('C18 J without the right of RCON on all servers the commands are shown, not editable, with the reason', async () => {
  const { kick } = await openAs({ rights: { settings: 'change', rcon: 'change' }, serverIds: [] })
  expect(kick.value).toBe(defaultModerationCommands.kick)
  const fields = [...screen.getAllByRole('textbox'), ...screen.getAllByRole('combobox')]
  expect(fields.every((field) => field.matches(':disabled'))).toBe(true)
  screen.getByText(/“RCON and server commands” on all game servers/)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('J a line has to begin with its command', async () => {
  const { user, kick } = await openAs(ownerPermissions)
  expect(screen.queryByText(/on all game servers/)).toBeNull()
  await user.clear(kick)
  await user.type(kick, '{{reason} {{userid}')
  for (const save of screen.getAllByRole('button', { name: 'Save' })) await user.click(save)
  expect(await screen.findAllByText(/each beginning with the command itself/)).toHaveLength(1)
})
