import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { floatingIntent } from '../../../../ui/dialogs/lazy-floating.ts'
import { Menu, MenuButton } from '../../../../ui/menus/menu.tsx'
import { Popover } from '../../../../ui/dialogs/popover.tsx'
import { ActionCell } from './action-cell.tsx'
import type { CardProps } from '../card-props.ts'
import { useDisabledReason } from './use-disabled-reason.ts'

interface CardMenuProps extends CardProps {
  /** Opened by a cell of the bar, as on a phone, or by a small button. */
  shape: 'cell' | 'button'
}

/** G24, G25: Occasional actions on a server. */
export function CardMenu({ server, now, onOpen, shape }: CardMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null)
  const reasonOf = useDisabledReason(server, now)
  const label = t(($) => $.practice.card.more, { name: server.instance_name })
  const choose = (kind: 'grenades' | 'verify' | 'refund') => {
    setOpen(false)
    onOpen(kind, server)
  }
  const item = (kind: 'grenades' | 'verify') => {
    const reason = reasonOf(kind)
    return {
      ...(reason !== undefined && { 'aria-description': reason, 'data-tooltip': reason }),
      'aria-disabled': reason !== undefined || undefined,
      onClick: () => reason === undefined && choose(kind),
    }
  }
  return (
    <>
      {shape === 'cell' ? (
        <ActionCell ref={setOpener} icon="more" label={label} expanded={open} onPress={() => setOpen(!open)}>
          {t(($) => $.practice.card.action.more)}
        </ActionCell>
      ) : (
        <IconButton
          ref={setOpener}
          icon="more"
          variant="ghost"
          size="sm"
          label={label}
          tooltip={null}
          aria-haspopup="dialog"
          aria-expanded={open}
          {...floatingIntent}
          onClick={() => setOpen(!open)}
        />
      )}
      <Popover open={open} onClose={() => setOpen(false)} anchor={opener} label={label} align="end">
        <Menu>
          <MenuButton icon="place" {...item('grenades')}>
            {t(($) => $.practice.card.action.grenades)}
          </MenuButton>
          <MenuButton icon="shield" {...item('verify')}>
            {t(($) => $.practice.card.action.verify)}
          </MenuButton>
          {server.refund_offered && server.isOwner && (
            <MenuButton icon="back" onClick={() => choose('refund')}>
              {t(($) => $.practice.card.action.refund)}
            </MenuButton>
          )}
        </Menu>
      </Popover>
    </>
  )
}
