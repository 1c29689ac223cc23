import { localeOf } from '#platform/schema/locale-of.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { type AddressAnswer, yesNo } from './answer-value.ts'
import type { FormItem, FormLanguage, RowItem } from './form-definition.ts'

/** An answer in words, in the language of the form. @param value as `answerSchema` of the question says */
export function answerText(item: FormItem | RowItem, value: unknown, language: FormLanguage): string {
  const locale = localeOf(language)
  if (value === null || value === undefined) return ''
  switch (item.kind) {
    case 'number':
      return new Intl.NumberFormat(locale).format(Number(value))
    case 'money':
      return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(Number(value))
    case 'date':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(String(value)))
    case 'yes-no':
      return yesNo.find(({ value: each }) => each === value)?.text[language] ?? ''
    case 'phone':
      return phoneText(String(value))
    case 'choice':
    case 'choices':
      return [value]
        .flat()
        .map((key) => item.options.find((option) => option.key === key)?.text[language] ?? String(key))
        .join(', ')
    case 'address': {
      const { street, city, state, postalCode } = value as AddressAnswer
      return [street, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    }
    case 'repeat':
      return (value as Record<string, unknown>[])
        .map((row) =>
          ('items' in item ? item.items : [])
            .filter(({ key }) => row[key] !== undefined)
            .map((each) => answerText(each, row[each.key], language))
            .join(', '),
        )
        .join('; ')
    default:
      return String(value)
  }
}
