import { QRCodeSVG } from 'qrcode.react'
import styles from './qr-code.module.css'

/** A text for a camera, 168 CSS px wide; dark on white in both themes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <QRCodeSVG value={text} size={168} level="M" marginSize={2} title={label} className={styles.code} />
}
