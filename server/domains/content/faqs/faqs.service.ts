import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type { Faq } from '@clutch/contract/api/content/faqs.ts'
import type {
  OperatorFaq,
  operatorAddFaq,
  operatorChangeFaq,
} from '@clutch/contract/api/content/operator-faqs.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import * as store from './faqs.store.ts'
import sanitizeHtml from 'sanitize-html'
import { faqHtml } from '@clutch/contract/rules/content/faq-html.ts'

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...faqHtml.tags],
  allowedAttributes: { a: ['href', ...Object.keys(faqHtml.link)] },
  allowedSchemes: [...faqHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href !== undefined && isExternalLink(href) && { href }), ...faqHtml.link },
    }),
    ...faqHtml.same,
  },
}

/** J1: sanitises an answer; returns an empty text where none would remain. */
export function sanitizeAnswer(html: string): string {
  const clean = sanitizeHtml(html, sanitizeOptions).trim()
  return extractText(clean) === '' ? '' : clean
}

function extractText(html: string): string {
  return sanitizeHtml(html, { allowedTags: [] }).trim()
}

/** Whether a link is a whole address: one without a host, such as `https:x`, would lead into the portal. */
function isExternalLink(href: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:)/i.test(href.trim()) && URL.canParse(href.trim())
}

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Between two questions there is room for others. */
const positionStep = 10
const maxPosition = 10_000

/** J1: returns the questions in a language: those published with both a question and an answer in it. */
export async function listFaqs(queries: Queries, language: Language): Promise<Faq[]> {
  const rows = await store.selectFaqs(queries)
  return rows
    .filter(({ published }) => published)
    .map((row) => ({
      id: row.id,
      question: language === 'zh' ? row.question_zh : row.question_en,
      answer: language === 'zh' ? row.answer_zh : row.answer_en,
      updatedAt: row.updated_at.getTime(),
    }))
    .filter(({ question, answer }) => question !== '' && answer !== '')
}

/** Every question, in the same order. */
export async function listAllFaqs(queries: Queries): Promise<OperatorFaq[]> {
  return (await store.selectFaqs(queries)).map(toOperatorFaq)
}

/** One of them; throws `faq.not_found`. */
export async function getFaq(queries: Queries, id: string): Promise<OperatorFaq> {
  return toOperatorFaq((await store.selectFaq(queries, id)) ?? faqNotFound())
}

/** Adds a question, as the last where no place is named; throws `request.invalid` where no language has both question and answer. */
export async function addFaq(
  { database, clock }: Dependencies,
  { question, answer, position, published }: Body<typeof operatorAddFaq>,
): Promise<OperatorFaq> {
  const texts = toFaqTexts(question, answer)
  const now = clock.now()
  return database.transaction().execute(async (tx) => {
    const place =
      position ?? Math.min(maxPosition, ((await store.selectLastPosition(tx)) ?? 0) + positionStep)
    const times = { created_at: now, updated_at: now }
    const row = { id: randomUUIDv7(), ...texts, position: place, published, ...times }
    return toOperatorFaq(await store.insertFaq(tx, assertOneLanguageComplete(row)))
  })
}

/**
 * Changes the given fields; throws `faq.not_found`, `edit.conflict`, or `request.invalid` where no language
 * would be complete.
 */
export async function changeFaq(
  { database, clock }: Dependencies,
  id: string,
  change: Body<typeof operatorChangeFaq>,
): Promise<OperatorFaq> {
  const { question = {}, answer = {}, position, published, revision } = change
  return database.transaction().execute(async (tx) => {
    const row = (await store.lockFaq(tx, id)) ?? faqNotFound()
    assertRevision(row, revision)
    const texts = toFaqTexts(
      { zh: question.zh ?? row.question_zh, en: question.en ?? row.question_en },
      { zh: answer.zh ?? row.answer_zh, en: answer.en ?? row.answer_en },
    )
    const isReworded = Object.entries(texts).some(([name, text]) => row[name as keyof typeof texts] !== text)
    const updated = {
      ...texts,
      ...(position !== undefined && { position }),
      ...(published !== undefined && { published }),
      ...(isReworded && { updated_at: clock.now() }),
    }
    return toOperatorFaq(await store.updateFaq(tx, id, assertOneLanguageComplete(updated)))
  })
}

/** Removes a question; throws `faq.not_found`, `edit.conflict`. */
export async function removeFaq(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    assertRevision((await store.lockFaq(tx, id)) ?? faqNotFound(), revision)
    await store.deleteFaq(tx, id)
  })
}

interface LocalizedText {
  zh: string
  en: string
}

type FaqTexts = Pick<store.FaqRow, 'question_zh' | 'question_en' | 'answer_zh' | 'answer_en'>

/** As it is stored: questions without space around, answers sanitised. */
function toFaqTexts(question: LocalizedText, answer: LocalizedText): FaqTexts {
  return {
    question_zh: question.zh.trim(),
    question_en: question.en.trim(),
    answer_zh: sanitizeAnswer(answer.zh),
    answer_en: sanitizeAnswer(answer.en),
  }
}

function assertOneLanguageComplete<T extends FaqTexts>(texts: T): T {
  const { question_zh, question_en, answer_zh, answer_en } = texts
  if ((question_zh && answer_zh) || (question_en && answer_en)) return texts
  throw new PortalError('request.invalid', 'no language has both a question and an answer')
}

function faqNotFound(): never {
  throw new PortalError('faq.not_found', 'There is no such question')
}

function toOperatorFaq(row: store.FaqRow): OperatorFaq {
  return {
    id: row.id,
    question: { zh: row.question_zh, en: row.question_en },
    answer: { zh: row.answer_zh, en: row.answer_en },
    position: row.position,
    published: row.published,
    created: row.created_at.getTime(),
    updated: row.updated_at.getTime(),
    revision: row.revision,
  }
}
