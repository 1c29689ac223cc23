import type { TFunction } from 'i18next'
import {
  type ServiceWriter,
  serviceWriter,
  shortDay,
  weekSentence,
} from '#directory/public-pages/server/service-words-public.ts'
import type { DayHours } from '#directory/services/service-detail.ts'
import { createTexts } from '#platform/server/texts.ts'
import type { ListLanguage } from '../service-list.ts'
import type { SheetService } from '../sheet.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }

const texts = createTexts({ en, es })

/** What a list is written with: its own words, and those of the directory. */
export interface Writer extends ServiceWriter {
  t: TFunction
}

export const writerOf = (language: ListLanguage, timeZone: string): Writer => ({
  ...serviceWriter(language, timeZone),
  t: texts(language),
})

/** The hours of today and the next six days in one sentence; null if none is known. */
export function weekWords(week: DayHours[], writer: Writer): SheetService['hours'] {
  const text = weekSentence(week, writer)
  if (!text) return null
  const { t, language } = writer
  const [from = '', to = ''] = [week[0]?.day, week.at(-1)?.day]
  return { label: t('hours', { from: shortDay(from, language), to: shortDay(to, language) }), text }
}
