import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate that vouches for itself, by openssl, in PEM. `names` is a list as openssl takes it: `IP:127.0.0.1,DNS:localhost`. */
export function createSelfSignedCertificate(names: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const subject = ['-subj', '/CN=clutch test', '-addext', `subjectAltName=${names}`]
    const { status, stderr } = spawnSync('openssl', [
      'req',
      ...kind,
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ])
    if (status !== 0) throw new Error(`openssl: ${stderr.toString()}`)
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
