/** What `npm run dev` runs: the server under `--watch`, and Vite on 5173, which hands it every `/api`. Ctrl-C ends both. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const port = process.env['CLUTCH_PORT'] || '8080'

const environment = {
  ...process.env,
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: port,
  CLUTCH_PUBLIC_URL: process.env['CLUTCH_PUBLIC_URL'] || 'http://localhost:5173',
  CLUTCH_DEV_API: `http://127.0.0.1:${port}`,
}
const options = { cwd: root, env: environment, stdio: 'inherit' } as const

const parts = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], options),
  spawn('npm', ['run', '--silent', 'dev', '-w', 'web'], { ...options, shell: process.platform === 'win32' }),
]

const stop = () => parts.forEach((part) => part.kill('SIGINT'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const part of parts) part.once('exit', stop)
