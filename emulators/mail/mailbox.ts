import PostalMime from 'postal-mime'

const maxMails = 200

/** One mail as it arrived. */
export interface ReceivedMail {
  /** Counts from 1; its page is `/mails/<n>`. */
  n: number
  /** When it arrived, ISO 8601. */
  at: string
  /** The addresses of the envelope, whatever the headers say; several by comma. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** By name in lower case; the last one of a repeated name. */
  headers: Record<string, string>
}

/** The envelope and the bytes that came with it. */
export interface IncomingMail {
  from: string
  to: readonly string[]
  message: Uint8Array
}

/** The received mails, newest first; at most 200. */
export class Mailbox {
  #arrived = 0
  #mails: readonly ReceivedMail[] = []

  get mails(): readonly ReceivedMail[] {
    return this.#mails
  }

  find(n: number): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.n === n)
  }

  async receive({ from, to, message }: IncomingMail): Promise<void> {
    const { subject = '', text = '', html = '', headers } = await PostalMime.parse(message)
    this.#arrived += 1
    const mail: ReceivedMail = {
      n: this.#arrived,
      at: new Date().toISOString(),
      from,
      to: to.join(', '),
      subject,
      text,
      html,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    }
    this.#mails = [mail, ...this.#mails].slice(0, maxMails)
  }
}
