import { socialLinks } from '@clutch/contract/rules/page/social-links.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { usePortal } from '../../portal/portal-context.ts'
import { version } from '../../../../package.json'

/** B6: the community's places and its filing number; what the operator has not set is not there. The version always is. */
export function SidebarFooter() {
  const { links, filing } = usePortal()
  const { t } = useTranslation()
  const set = socialLinks.flatMap((place) => {
    const href = links[place]
    return href === undefined ? [] : [{ place, href }]
  })
  return (
    <footer className={shellStyles.foot}>
      {set.length > 0 && (
        <ul className={shellStyles.places} aria-label={t(($) => $.shell.links)}>
          {set.map(({ place, href }) => (
            <li key={place}>
              <ExternalLink href={href} text={t(($) => $.shell[place])} />
            </li>
          ))}
        </ul>
      )}
      {filing && <ExternalLink href={filing.url} text={filing.text} />}
      <small>{`v${version}`}</small>
    </footer>
  )
}

/** A link away from the portal: a new tab that knows nothing of this one. */
function ExternalLink({ href, text }: { href: string; text: string }) {
  const { t } = useTranslation()
  return (
    <a className={shellStyles.elsewhere} href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <VisuallyHidden>{` (${t(($) => $.shell.newTab)})`}</VisuallyHidden>
    </a>
  )
}
