import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peerPath } from './peers.ts'

/** Starts a real nginx whose files are in a folder; `http` is the content of its `http` block. Its log of errors is `logs/nginx-error.log`. */
export function startNginx(folder: string, http: string): ChildProcess {
  const at = (name: string) => join(folder, name)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(`temporary/${name}`)};`,
  )
  mkdirSync(at('temporary'))
  mkdirSync(at('logs'), { recursive: true })
  writeFileSync(
    at('nginx.conf'),
    `daemon off; pid ${at('nginx.pid')}; error_log ${at('logs/nginx-error.log')}; events {}\nhttp { ${temporary.join(' ')}\n${http}}\n`,
  )
  return spawn('nginx', ['-p', folder, '-c', at('nginx.conf'), '-g', 'user root;'], {
    stdio: 'ignore',
    env: { ...process.env, PATH: peerPath },
  })
}
