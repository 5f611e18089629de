import { Ajv } from 'ajv'
import type { ServiceAnswer, ServiceRequest } from './request.types.ts'
import { discordMessage } from './schemas.ts'

const validate = new Ajv({ allErrors: true }).compile(discordMessage)

/** The most characters of all texts of a message's embeds. */
const embedsMax = 6_000

interface Embed {
  title?: string
  description?: string
  fields?: { name: string; value: string }[]
  footer?: { text: string }
  author?: { name: string }
}

export interface DiscordMessage {
  id: string
  content?: string
  embeds?: Embed[]
  allowed_mentions?: { parse?: string[] }
}

/** Incoming webhooks of Discord: execute, read, edit and delete a message; each message mentions whom its text names unless it says otherwise. */
export class DiscordWebhooks {
  readonly messages = new Map<string, DiscordMessage>()
  /** How often each message was edited. */
  readonly edits = new Map<string, number>()
  /** What was refused, and why. */
  readonly refused: string[] = []
  #last = 1_300_000_000_000_000_000n

  answer({ method, url, headers, body }: ServiceRequest, token: string): ServiceAnswer {
    const match = /^\/api\/(?:v\d+\/)?webhooks\/\d+\/([\w-]+)(?:\/messages\/(\d+))?$/.exec(url.pathname)
    if (!match) return this.#refuse(404, 0, '404: Not Found')
    const [, given, id] = match
    if (given !== token) return this.#refuse(401, 50_027, 'Invalid Webhook Token')
    if (id !== undefined && !this.messages.has(id)) return this.#refuse(404, 10_008, 'Unknown Message')
    if (method === 'GET' && id !== undefined) return { status: 200, body: this.messages.get(id) }
    if (method === 'DELETE' && id !== undefined) {
      this.messages.delete(id)
      return { status: 204 }
    }
    if (method !== (id === undefined ? 'POST' : 'PATCH'))
      return this.#refuse(405, 0, '405: Method Not Allowed')
    if (!headers['content-type']?.startsWith('application/json'))
      return this.#refuse(400, 50_035, 'Invalid Form Body')
    const message = readMessage(body)
    if (typeof message === 'string') return this.#refuse(400, 50_035, message)
    if (!message.content && !message.embeds?.length)
      return this.#refuse(400, 50_006, 'Cannot send an empty message')
    return this.#store(message, id, url.searchParams.get('wait') === 'true')
  }

  #store(message: Omit<DiscordMessage, 'id'>, id: string | undefined, wait: boolean): ServiceAnswer {
    if (id !== undefined) {
      this.edits.set(id, (this.edits.get(id) ?? 0) + 1)
      this.messages.set(id, { ...message, id })
      return { status: 200, body: this.messages.get(id) }
    }
    this.#last += 1n
    const stored = { ...message, id: String(this.#last) }
    this.messages.set(stored.id, stored)
    return wait ? { status: 200, body: stored } : { status: 204 }
  }

  #refuse(status: number, code: number, message: string): ServiceAnswer {
    this.refused.push(message)
    return { status, body: { message, code } }
  }
}

/** A message as Discord reads it, or why it does not take it. */
function readMessage(body: string): Omit<DiscordMessage, 'id'> | string {
  let message: Omit<DiscordMessage, 'id'>
  try {
    message = JSON.parse(body) as Omit<DiscordMessage, 'id'>
  } catch {
    return 'The request body contains invalid JSON.'
  }
  if (!validate(message)) return `Invalid Form Body: ${JSON.stringify(validate.errors)}`
  const characters = (message.embeds ?? []).reduce((sum, one) => sum + countCharacters(one), 0)
  return characters > embedsMax ? 'Invalid Form Body: Embed size exceeds maximum size of 6000' : message
}

function countCharacters({ title = '', description = '', fields = [], footer, author }: Embed): number {
  const texts = [title, description, footer?.text ?? '', author?.name ?? '']
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length
}
