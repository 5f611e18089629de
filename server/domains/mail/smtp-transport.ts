import type { SMTPTransportOptions } from 'nodemailer'
import { InvalidConfig } from '../../platform/config/config.ts'
import { isLoopback } from '../../platform/network/private-address.ts'

export interface SmtpTransportOptions {
  /** How the portal names itself to the mail server. */
  name: string
  /** The certificates (PEM) that are trusted instead of the machine's own. */
  ca?: string | undefined
}

/**
 * How the mail server of `SMTP_URL` is spoken to: encrypted and with its certificate checked, whatever a query of the
 * address says. Only on this machine may it go without.
 */
export function createSmtpOptions(smtpUrl: string, { name, ca }: SmtpTransportOptions): SMTPTransportOptions {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const onThisMachine = isLoopback(host)
  const auth = readCredentials(url)
  return {
    // A name server that lies about localhost would otherwise be given unencrypted mail.
    ...(host === 'localhost' ? { host: '127.0.0.1', servername: host } : { host }),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !onThisMachine,
    // A local mail server usually has a self-signed certificate, and no password needs protection.
    ignoreTLS: !secure && onThisMachine && !auth,
    tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    ...(auth && { auth }),
    name,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function readCredentials({ username, password }: URL): { user: string; pass: string } | null {
  if (username === '') return null
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw new InvalidConfig(['SMTP_URL: a % in the user or the password must be written as %25'])
  }
}
