/** A day of the calendar; months from 0. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

interface DateTexts {
  /** A day without its year. */
  day: (date: CalendarDay) => string
  fullDay: (date: CalendarDay) => string
  /** With the whole name of the month. */
  longDay: (date: CalendarDay) => string
  withTime: (day: string, time: string) => string
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const shortMonth = (month: number) => months[month]?.slice(0, 3) ?? ''

const zh: DateTexts = {
  day: ({ month, day }) => `${month + 1} 月 ${day} 日`,
  fullDay: (date) => `${date.year} 年 ${zh.day(date)}`,
  longDay: ({ year, month, day }) => `${year}年${month + 1}月${day}日`,
  withTime: (day, time) => `${day} ${time}`,
}

const en: DateTexts = {
  day: ({ month, day }) => `${shortMonth(month)} ${day}`,
  fullDay: (date) => `${en.day(date)}, ${date.year}`,
  longDay: ({ year, month, day }) => `${months[month]} ${day}, ${year}`,
  withTime: (day, time) => `${day}, ${time}`,
}

/** How a language writes days and times of day. */
export function dateTexts(language: string): DateTexts {
  return language === 'zh' ? zh : en
}
